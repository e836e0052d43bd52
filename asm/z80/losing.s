; losing.s - moves after which the enemy wins something back on the same square

        .include "constants_gen.inc"
        .include "rules.inc"

        .global loses, loses_hit, pawn_guards, exchange_loss, swap_at_to

        .text

; loses - does a quiet move except castling lose the moved piece, or some of its
; value, by swap-off on its new square?
;
; In      C = from, E = to, ply, side; before the move
; Out     A not 0, and Z clear: it does
; Uses    AF BC D HL AF' IXL, and where the map is to be made BC' DE' HL'
;
; A pawn that attacks a more valuable piece wins something whatever follows, so
; there is nothing to compute.
loses:
        ; The attack map must be this node's.
        ld      hl,hits_ply
        ld      a,(ply)
        cp      (hl)
        call    nz,hits_of
        ; Something may be lost if the new square's mark is at least the stamp,
        ; or the old one's above it (a slider). Otherwise A = 0, Z set.
        ld      h,hits >> 8
        ld      l,e
        ld      a,(hits_stamp)
        cp      (hl)
        jr      c,1f
        jr      z,1f
        ld      l,c
        cp      (hl)
        jr      c,1f                    ; a slider behind
        xor     a
        ret
1:

; loses_hit - loses, if the map shows that something may be lost; ends loses
;
; In      C = from, E = to, side; hits shows an attack on to, or by a slider on
;         from
; Out     as loses
; Uses    AF BC D HL AF' IXL
loses_hit:
        ; D = the piece's byte. A piece on a square that a pawn guards loses
        ; something; a pawn there is left to swap-off.
        ld      h,board >> 8
        ld      l,c
        ld      a,(hl)
        ld      d,a
        and     ANY_PAWN
        jr      nz,swap_at_to
        call    pawn_guards
        ld      l,c
        jr      nz,swap_at_to
        or      a                       ; A is not 0: Z clear
        ret

; pawn_guards - does an enemy pawn guard a square?
;
; In      D = board byte of the guarded side, E = square
; Out     Z set: yes; A not 0; H the page of board
; Uses    F L
pawn_guards:
        ; For white: black pawns stand on E + $0F and E + $11.
        ld      h,board >> 8
        ld      a,e
        bit     7,d
        jr      nz,.Lwhite_pawns
        add     a,0x0F
        ld      l,a
        ld      a,BLACK_PAWN
        cp      (hl)
        ret     z
        inc     l
        inc     l
        cp      (hl)
        ret
.Lwhite_pawns:
        ; For black: white pawns on E - $11 and E - $0F.
        sub     0x11
        ld      l,a
        ld      a,WHITE_PAWN
        cp      (hl)
        ret     z
        inc     l
        inc     l
        cp      (hl)
        ret

; exchange_loss - how much the enemy wins back by recapturing on the same
; square
;
; In      C = from (a promotion's bits may be set), E = to, B = flags, ply,
;         side; before the move
; Out     A = loss in sixteenths of a pawn, Z set: none
; Uses    AF BC D HL AF' IXL, and where the map is to be made BC' DE' HL'
exchange_loss:
        bit     1,b                     ; en passant is never evaluated
        jr      nz,.Lno_loss
        ; The attack map must be this node's; C loses the promotion's bits.
        ld      hl,hits_ply
        ld      a,(ply)
        cp      (hl)
        call    nz,hits_of
        ld      a,c
        and     0x77
        ld      c,a
        ; As in loses: hit on the new square, or a slider sees the old one.
        ld      h,hits >> 8
        ld      l,e
        ld      a,(hits_stamp)
        cp      (hl)
        jr      c,1f
        jr      z,1f
        ld      l,c
        cp      (hl)
        jr      c,1f
.Lno_loss:
        xor     a
        ret
        ; HL and D for swap_at_to: the piece as it stands, even a pawn that
        ; promotes.
1:      ld      h,board >> 8
        ld      l,c
        ld      d,(hl)

; swap_at_to - what the enemy wins by capturing a piece that has moved
;
; In      HL = the piece's place on the board, D = its board byte, E = the
;         square it moves to
; Out     A = gain, Z set: none; the board as it was
; Uses    AF BC AF' IXL
swap_at_to:
        ; Remove the piece from its square, so that lines through it are open.
        ld      (hl),0
        push    hl
        push    de
        ; B = the enemy: 1 for a white piece, 0 for a black one.
        ld      b,1
        ld      a,d
        rlca
        jr      nc,1f
        dec     b
        ; A = the piece's value, by its way bits.
1:      ld      a,d
        and     0x3F
        ld      l,a
        ld      h,swap_worth >> 8
        ld      a,(hl)
        call    swap_off
        ; Put it back. Z says whether there is a gain.
        pop     de
        pop     hl
        ld      (hl),d
        or      a
        ret
