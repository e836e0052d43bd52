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
        ; These positions have no attack map. The count begins at 0.
        ld      (hits_ply),a
        ld      hl,0
        ld      (perft_count),hl
        ld      (perft_count+2),hl
        ; Depth 0: the position itself is the only leaf.
        ld      a,(perft_depth)
        or      a
        jr      nz,perft_node
        inc     hl
        ld      (perft_count),hl
        ret

; perft_node - count the leaves below a node
;
; In      perft_depth, at least 1
; Out     perft_count, increased by their number
; Uses    as perft
perft_node:
        ; The node's moves are appended to those of the nodes above it. A = 1:
        ; the side to move may be in check.
        ld      hl,(raw_end)
        push    hl
        ld      a,1
        call    look_own
        call    generate_tactical
        call    generate_quiet
        pop     hl
        push    hl
        ; HL goes through the moves up to raw_end. ADD undoes SBC and keeps Z.
.Lmove: ld      de,(raw_end)
        or      a
        sbc     hl,de
        add     hl,de
        jr      z,.Lend
        ; Make the move, one level deeper.
        push    hl
        call    make_move
        ld      hl,perft_depth
        dec     (hl)
        jr      z,.Lleaf
        call    perft_node
        ; Restore the depth, unmake the move; the next is 3 bytes further.
.Lmade: ld      hl,perft_depth
        inc     (hl)
        call    unmake_move
        pop     hl
        inc     hl
        inc     hl
        inc     hl
        jr      .Lmove
        ; A leaf: count it. Where the low word becomes 0, the high word counts
        ; one more.
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
        ; The node's moves are dropped.
.Lend:  pop     hl
        ld      (raw_end),hl
        ret
