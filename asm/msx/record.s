; record.s - the moves of the game, in video memory, and the machine's own

        .include "ui.inc"

        .global replay, try_move, over, think, search_style, search_with
        .global seconds
        .global square_of, place

        .section .ui, "ax"

; replay - make the position after the moves that count
;
; In      now; the record, which begins at the position in BASE
; Out     the position; last_move, $FF without one; restrict_count 0
; Uses    everything
replay: xor     a
        ld      (restrict_count),a
        ld      hl,BASE
        call    vram_at
        ld      hl,position_block
        ld      b,POSITION_SIZE
.Lbase: in      a,(VDP_DATA)
        ld      (hl),a
        inc     hl
        djnz    .Lbase
        call    set_position
        ld      hl,0xFFFF
        ld      (last_move),hl
        ld      hl,0
.Lmove: ld      de,(now)
        or      a
        sbc     hl,de
        ret     nc
        add     hl,de
        push    hl
        call    place
        call    vram_at
        push    hl                      ; that the first byte is there
        pop     hl
        in      a,(VDP_DATA)
        ld      (play_from),a
        ld      (last_move),a
        push    hl
        pop     hl
        in      a,(VDP_DATA)
        ld      (play_to),a
        ld      (last_move+1),a
        call    play_move
        pop     hl
        inc     hl
        jr      .Lmove

; place - where a half-move of the record is
;
; In      HL = its number
; Out     HL = address in video memory, to be read
; Uses    DE F
place:  add     hl,hl
        ld      de,RECORD
        add     hl,de
        ret

; try_move - play a move and record it, if it is legal
;
; In      play_from with a promotion's bits, play_to
; Out     carry set: played; last_move
; Uses    everything
try_move:
        ld      hl,(play_from)          ; and play_to
        push    hl
        call    play_move
        pop     de                      ; DE = move
        ret     nc
        ld      (last_move),de
        push    de
        ld      hl,(now)
        call    place
        set     6,h                     ; to be written
        call    vram_at
        pop     de
        ld      a,e
        call    put
        ld      a,d
        call    put
        ld      hl,(now)
        inc     hl
        ld      (now),hl
        ld      (recorded),hl
        call    knock
        scf
        ret

; over - is the game over?
;
; In      the position
; Out     carry set: yes, DE = a text that says why
; Uses    everything
over:   call    has_legal_move
        jr      c,.Lgoes_on
        call    in_check
        ld      de,text_mate
        ret     c
        ld      de,text_stalemate
        scf
        ret
.Lgoes_on:
        ld      a,(half)
        cp      FIFTY_MOVES
        ccf
        ld      de,text_fifty
        ret     c
        ld      hl,(now)
        ld      de,MOST_MOVES
        or      a
        sbc     hl,de
        ccf
        ld      de,text_full
        ret

; square_of - a square by file and rank
;
; In      L = file, H = rank
; Out     A
; Uses    F
square_of:
        ld      a,h
        add     a,a
        add     a,a
        add     a,a
        add     a,a
        or      l
        ret

; seconds - what the level gives a move
;
; In      level
; Out     A
; Uses    DE HL F
seconds:
        ld      hl,levels
        ld      de,(level)
        ld      d,0
        add     hl,de
        ld      a,(hl)
        ret

; think - look for a move: in the book, then by a search
;
; In      the position, in which there is a move; level, style
; Out     play_from, play_to
; Uses    everything
think:  call    released
        xor     a
        ld      (restrict_count),a
        ld      a,r
        add     a,a
        call    book_move
        ret     c

; search_style - look for a move by a search; ends think
;
; In      as think; restrict_count, not 0: so many moves that the root is
;         restricted to, at least one of which is legal
; Out     as think
; Uses    everything
search_style:
        ld      a,0xFF
        ld      (last_sx),a
        ld      a,MAX_PLY
        ld      (depth),a
        ld      hl,MINUS_INFINITY
        ld      (root_alpha),hl
        call    seconds
        ld      (left),a
        cp      1
        ccf
        sbc     a,a                     ; $FF with seconds, else 0
        inc     a
        ld      (stop_flag),a
        ld      hl,profiles
        ld      a,(style)
        or      a
        jr      z,search_with
        ld      hl,profiles + PROFILE_SIZE

; search_with - look for a move by a search within limits; ends think
;
; In      the position; HL = profile; last_sx, depth, root_alpha,
;         restrict_count, stop_flag; left = seconds, 0: no end
; Out     play_from, play_to, the line on the screen; else as search
; Uses    everything
search_with:
        ld      de,profile
        ld      bc,PROFILE_SIZE
        ldir
        ld      hl,SCORE_BIAS
        ld      (draw_even),hl
        ld      (draw_odd),hl
        ld      hl,0x7FFF
        ld      (node_limit),hl
        ld      (node_limit+2),hl
        xor     a
        ld      (line_len),a
        call    show_line               ; none so far
        ld      a,(rate)
        ld      (tick),a
        ld      a,1
        ld      (thinking),a
        call    search
        xor     a
        ld      (thinking),a
        call    show_line
        ld      hl,(best_move)
        ld      (play_from),hl
        ret
