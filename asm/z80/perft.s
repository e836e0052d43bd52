; perft.s - counting the tree of legal moves

        .include "rules.inc"

        .global perft, perft_node

        .text

; perft - count the leaves of the tree of legal moves
;
; In      perft_depth, at least 0
; Out     perft_count, 32 bits
; Uses    AF BC DE HL IX IY BC' DE' HL'
;
; Every leaf is made and unmade: nothing is counted in bulk.
perft:  ld      a,0xFF
        ld      (hits_ply),a
        ld      hl,0
        ld      (perft_count),hl
        ld      (perft_count+2),hl
        ld      a,(perft_depth)
        or      a
        jr      nz,perft_node
        inc     hl
        ld      (perft_count),hl
        ret

; perft_node - count the leaves below a node
;
; In      perft_depth, at least 1
; Out     perft_count, more by them
; Uses    as perft
perft_node:
        ld      hl,(raw_end)
        push    hl
        ld      a,1
        call    look_own
        call    generate_tactical
        call    generate_quiet
        pop     hl
        push    hl
.Lmove: ld      de,(raw_end)
        or      a
        sbc     hl,de
        add     hl,de
        jr      z,.Lend
        push    hl
        call    make_move
        ld      hl,perft_depth
        dec     (hl)
        jr      z,.Lleaf
        call    perft_node
.Lmade: ld      hl,perft_depth
        inc     (hl)
        call    unmake_move
        pop     hl
        inc     hl
        inc     hl
        inc     hl
        jr      .Lmove
.Lleaf: ld      hl,(perft_count)
        inc     hl
        ld      (perft_count),hl
        ld      a,h
        or      l
        jr      nz,.Lmade
        ld      hl,(perft_count+2)
        inc     hl
        ld      (perft_count+2),hl
        jr      .Lmade
.Lend:  pop     hl
        ld      (raw_end),hl
        ret
