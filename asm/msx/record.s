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

        ; The position to begin with, from video memory to position_block. The
        ; loop is slow enough for the VDP.
        ld      hl,BASE
        call    vram_at
        ld      hl,position_block
        ld      b,POSITION_SIZE
.Lbase: in      a,(VDP_DATA)
        ld      (hl),a
        inc     hl
        djnz    .Lbase
        call    set_position

        ; No last move yet. HL = half-moves that have been played; none are left
        ; when HL is now. The add undoes the subtraction.
        ld      hl,0xFFFF
        ld      (last_move),hl
        ld      hl,0
.Lmove: ld      de,(now)
        or      a
        sbc     hl,de
        ret     nc
        add     hl,de
        ; play_move loses HL. The place is to be read: from, then to.
        push    hl
        call    place
        call    vram_at
        push    hl                      ; that the first byte is there
        pop     hl
        in      a,(VDP_DATA)
        ld      (play_from),a
        ld      (last_move),a

        ; The same wait for the second byte.
        push    hl
        pop     hl
        in      a,(VDP_DATA)
        ld      (play_to),a
        ld      (last_move+1),a

        ; Moves of the record are legal, so the carry need not be asked.
        call    play_move
        pop     hl
        inc     hl
        jr      .Lmove

; place - where a half-move of the record is
;
; In      HL = its number
; Out     HL = address in video memory, to be read
; Uses    DE F
place:  add     hl,hl                   ; two bytes a half-move
        ld      de,RECORD
        add     hl,de
        ret

; try_move - play a move and record it, if it is legal
;
; In      play_from with a promotion's bits, play_to
; Out     carry set: played; last_move
; Uses    everything
try_move:
        ; play_move uses all registers: the move is saved on the stack. Carry
        ; clear: it was not legal.
        ld      hl,(play_from)          ; and play_to
        push    hl
        call    play_move
        pop     de                      ; DE = move
        ret     nc
        ld      (last_move),de

        ; It goes behind the moves that are on the board. place uses DE.
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

        ; What was recorded beyond this move is dropped: both counts agree.
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
        ; Without a move, check is mate, and else it is stalemate.
        jr      c,.Lgoes_on
        call    in_check
        ld      de,text_mate
        ret     c
        ld      de,text_stalemate
        scf
        ret
.Lgoes_on:
        ; cp sets carry for less: ccf makes it the answer. The same for the
        ; record's size.
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
        ; A = 16 * rank + file.
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
        ; DE = the level: the second byte that ld reads is not of it.
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
think:  call    released                ; the key that asked for it
        xor     a
        ld      (restrict_count),a

        ; R counts fetches in seven bits. Doubled it is the book's random byte.
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
        ; Budget, depth and alpha have their widest values: stop_flag ends it.
        ld      a,0xFF
        ld      (last_sx),a
        ld      a,MAX_PLY
        ld      (depth),a
        ld      hl,MINUS_INFINITY
        ld      (root_alpha),hl

        ; With seconds, the interrupt sets stop_flag when they have gone.
        ; Without, stop_flag is 1 from the start, and one iteration is played.
        call    seconds
        ld      (left),a
        cp      1
        ccf
        sbc     a,a                     ; $FF with seconds, else 0
        inc     a
        ld      (stop_flag),a

        ; HL = the profile of the style.
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
        ; The engine reads its profile from RAM. Draws are worth 0 to both
        ; sides, and no number of nodes ends the search.
        ld      de,profile
        ld      bc,PROFILE_SIZE
        ldir
        ld      hl,SCORE_BIAS
        ld      (draw_even),hl
        ld      (draw_odd),hl
        ld      hl,0x7FFF
        ld      (node_limit),hl
        ld      (node_limit+2),hl

        ; The line's row is empty at first, and the first second a whole one.
        ; While thinking is 1, the interrupt writes to the screen.
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
        call    show_line               ; the last, its row cleared
        ld      hl,(best_move)          ; from, to
        ld      (play_from),hl
        ret
