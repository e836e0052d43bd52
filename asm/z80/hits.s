; hits.s - the map of what the enemy attacks, and which pieces may hang

        .include "constants_gen.inc"
        .include "rules.inc"

        .global map_hits, clear_hits, hits_of, strike, candidates

        .text

; clear_hits - forget all maps; the stamps begin again
;
; In      -
; Out     A = 2, the stamp of the next map; hits_stamp 0, hits_ply $FF
; Uses    F
clear_hits:
        push    hl
        push    bc
        ld      hl,hits
        xor     a
        ld      b,32
1:      .rept   8
        ld      (hl),a
        inc     l
        .endr
        djnz    1b
        ld      (hits_stamp),a
        dec     a
        ld      (hits_ply),a
        ld      a,2
        pop     bc
        pop     hl
        ret

; The squares next to the one at L, row by row.
        .macro  KING_HITS
        ld      a,l
        sub     0x11
        ld      l,a
        ld      (hl),c
        inc     l
        ld      (hl),c
        inc     l
        ld      (hl),c
        add     a,0x10
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
        add     a,0x10
        ld      l,a
        ld      (hl),c
        inc     l
        ld      (hl),c
        inc     l
        ld      (hl),c
        .endm

        .macro  KNIGHT_HITS
        add     a,0xDF
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
        .irp    step, 0x0F, 4, 0x1C, 4, 0x0D
        add     a,\step
        ld      l,a
        ld      (hl),c
        .endr
        inc     l
        inc     l
        ld      (hl),c
        .endm

; One line of a slider on C: board at D, hits at H, the mark in B.
        .macro  LINE_HITS step
        ld      a,c
1:      add     a,\step
        ld      l,a
        ld      e,a
        ld      (hl),b
        ld      a,(de)
        or      a
        ld      a,e
        jp      z,1b
        .endm

        .macro  RANK_HITS move
        ld      l,c
1:      \move   l
        ld      e,l
        ld      (hl),b
        ld      a,(de)
        or      a
        jp      z,1b
        .endm

; The slider on A. Its registers are the other set.
        .macro  SLIDER_HITS
        exx
        ld      c,a
        ld      e,a
        ld      a,(de)
        and     WAY_DIAGONAL
        jr      z,.Lstraight\@
        LINE_HITS 0x11
        LINE_HITS 0x0F
        LINE_HITS 0xEF
        LINE_HITS 0xF1
        ld      e,c
        ld      a,(de)
        and     WAY_STRAIGHT
        jr      z,.Lslid\@
.Lstraight\@:
        LINE_HITS 0x10
        LINE_HITS 0xF0
        RANK_HITS inc
        RANK_HITS dec
.Lslid\@:
        exx
        .endm

; map_hits - what the enemy of the side to move attacks, lines ending at the
; first piece, inclusive
;
; In      side, lists, board
; Out     hits and hits_stamp; struck is not done yet
; Uses    AF BC DE HL BC' DE' HL'
;
; King, pawns and knights mark first and the sliders after them, so that
; one byte a square can hold the more important mark: "by a slider". In the lists
; the officers before the first pawn's slot stand sliders first, hence the
; walk from the last slot down; only where a pawn has been promoted does it
; take a second look at the pawns' slots.
map_hits:
        ld      hl,hits_stamp
        ld      a,(hl)
        add     a,2
        call    z,clear_hits
        ld      (hl),a
        exx
        ld      b,a
        inc     b                       ; the sliders' mark
        ld      d,board >> 8
        ld      h,hits >> 8
        exx
        ld      c,a
        xor     a
        ld      (struck_done),a
        ld      d,square >> 8
        ld      h,hits >> 8
        ld      a,(side)
        or      a
        jr      nz,.Lwhite_hits

        ld      a,(square+16)
        ld      l,a
        KING_HITS
        ld      hl,(slots+1)
        ld      a,(officers+1)
        ld      b,a
        ld      a,l
        sub     b
        ld      h,hits >> 8
        jr      z,.Lblack_officers
        ld      e,b
        set     4,e
        ld      b,a
        ld      a,(promoted+1)
        or      a
        jr      nz,.Lblack_promoted
1:      ld      a,(de)
        inc     e
        sub     0x11
        cp      0xEE                    ; a dead one's $FF
        jr      z,2f
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
2:      djnz    1b
.Lblack_officers:
        ld      a,(officers+1)
        ld      b,a
        add     a,15
        jr      .Lofficers
.Lblack_promoted:
        ld      a,0xEF
        jp      .Lpromoted

.Lwhite_hits:
        ld      a,(square)
        ld      l,a
        KING_HITS
        ld      hl,(slots)
        ld      a,(officers)
        ld      b,a
        ld      a,l
        sub     b
        ld      h,hits >> 8
        jr      z,.Lwhite_officers
        ld      e,b
        ld      b,a
        ld      a,(promoted)
        or      a
        jp      nz,.Lwhite_promoted
1:      ld      a,(de)
        inc     e
        add     a,0x0F
        jr      c,2f                    ; a dead one's $FF
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
2:      djnz    1b
.Lwhite_officers:
        ld      a,(officers)
        ld      b,a
        dec     a

        ; Slots B-1 down to 1, A = id of the last.
.Lofficers:
        ld      e,a
        dec     b
        ret     z
.Lofficer:
        ld      a,(de)
        dec     e
        ld      l,a
        ld      h,board >> 8
        ld      a,(hl)
        ld      h,hits >> 8
        bit     1,a
        jr      nz,.Lknight_hits
        and     WAY_DIAGONAL | WAY_STRAIGHT
        jr      z,.Ldead_officer
        ld      a,l
        SLIDER_HITS
.Ldead_officer:
        dec     b
        jp      nz,.Lofficer
        ret
.Lknight_hits:
        ld      a,l
        KNIGHT_HITS
        dec     b
        jp      nz,.Lofficer
        ret

        ; Pawns' slots with a promoted one among them: E = id of the first,
        ; B = how many, A = the pawns' step less 1. What is near marks now,
        ; sliders once everything else has.
.Lwhite_promoted:
        ld      a,0x0F
.Lpromoted:
        push    de
        push    bc
        push    af
1:      ld      a,(de)
        inc     e
        ld      l,a
        ld      h,board >> 8
        ld      a,(hl)
        ld      h,hits >> 8
        bit     1,a
        jr      nz,3f
        and     ANY_PAWN
        jr      z,2f
        pop     af
        push    af
        add     a,l
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
        jr      2f
3:      call    .Lone_officer
2:      djnz    1b
        pop     af
        bit     7,a
        jr      nz,4f
        call    .Lwhite_officers
        jr      5f
4:      call    .Lblack_officers
5:      pop     bc
        pop     de
6:      ld      a,(de)
        inc     e
        ld      l,a
        ld      h,board >> 8
        ld      a,(hl)
        and     WAY_DIAGONAL | WAY_STRAIGHT
        call    nz,.Lone_officer
        djnz    6b
        ret

; The officer in the slot before E's.
.Lone_officer:
        push    bc
        push    de
        ld      a,e
        dec     a
        ld      b,2
        call    .Lofficers
        pop     de
        pop     bc
        ret

; hits_of - the map of the enemy's attacks at the node, made where it is
; not that of this node
;
; In      ply
; Out     hits, hits_stamp, hits_ply
; Uses    AF HL, and where it makes one BC' DE' HL'
hits_of:
        ld      hl,hits_ply
        ld      a,(ply)
        cp      (hl)
        ret     z
        push    bc
        push    de
        call    map_hits                ; clear_hits may write hits_ply
        pop     de
        pop     bc
        ld      a,(ply)
        ld      (hits_ply),a
        ret

; strike - which of the mover's pieces the enemy attacks
;
; In      hits, side, lists, as they were when the map was made
; Out     struck, struck_done
; Uses    AF HL
;
; Only candidates needs it, so a node that asks for less does not pay.
; The pieces must stand where they stood when the map was made.
strike:
        push    bc
        push    de
        ld      a,1
        ld      (struck_done),a
        xor     a
        ld      (hits + 0xFF),a         ; where the dead stand
        ld      a,(side)
        add     a,a
        add     a,a
        add     a,a
        add     a,a
        inc     a
        ld      l,a
        ld      h,square >> 8
        ld      d,hits >> 8
        ld      a,(hits_stamp)
        ld      c,a
        scf                             ; the king never counts
        rr      b
        .rept   7
        ld      e,(hl)
        inc     l
        ld      a,(de)
        cp      c
        rr      b
        .endr
        ld      a,b
        cpl
        ld      (struck),a
        .rept   8
        ld      e,(hl)
        inc     l
        ld      a,(de)
        cp      c
        rr      b
        .endr
        ld      a,b
        cpl
        ld      (struck+1),a
        pop     de
        pop     bc
        ret

; candidates - the slots of the mover's pieces that may stand attacked after
; the move that has just been made on the board
;
; In      C = from (without a promotion's bits), E = to, B = flags; side is
;         the mover still; hits of the position before the move
; Out     HL = slots, one bit each
; Uses    AF BC DE AF' IX
candidates:
        ld      a,b
        and     FLAG_EN_PASSANT | FLAG_CASTLE
        ld      hl,0xFFFF
        ret     nz
        ld      a,(struck_done)
        or      a
        jp      z,.Lfirst_child
.Lstruck:
        ld      h,hits >> 8
        ld      l,e
        ld      de,(struck)
        ld      a,(hits_stamp)
        cp      (hl)
        jr      c,.Lhit_there
        jr      nz,.Lsafe_there
.Lhit_there:
        call    .Ladd
        ld      a,(hits_stamp)
        ld      h,hits >> 8
.Lsafe_there:
        ld      l,c
        cp      (hl)
        ex      de,hl
        ret     nc
        ex      de,hl

        ; More than the stamp: a slider saw the square that was left. Has
        ; some line through it an enemy slider at one end and a piece of the
        ; mover at the other?
        ld      b,WHITE
        ld      a,(side)
        or      a
        jr      z,.Lown
        ld      b,BLACK
.Lown:  ld      h,board >> 8

        ld      ixh,WAY_STRAIGHT
        ld      ixl,0x10
        call    .Laxis
        ld      ixl,0x01
        call    .Laxis
        ld      ixh,WAY_DIAGONAL
        ld      ixl,0x11
        call    .Laxis
        ld      ixl,0x0F
        call    .Laxis
        ex      de,hl
        ret

; The line of step IXL and way IXH through C; H is the page of board, B the
; mover's colour. Its end along the step decides what the other must be.
.Laxis: ld      a,c
1:      add     a,ixl
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jp      z,1b
        ld      a,(hl)
        cp      OFF_BOARD
        ret     z
        and     b
        jr      nz,.Lown_end
        ld      a,(hl)
        and     ixh
        ret     z
        ld      a,c
2:      sub     ixl
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jp      z,2b
        ld      a,(hl)
        cp      OFF_BOARD
        ret     z
        and     b
        ret     z
        jr      .Ladd
.Lown_end:
        ld      a,l
        ex      af,af'
        ld      a,c
3:      sub     ixl
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jp      z,3b
        ld      a,(hl)
        and     b
        ret     nz
        ld      a,(hl)
        and     ixh
        ret     z
        ex      af,af'
        ld      l,a
        jr      .Ladd

.Lfirst_child:
        ; The moved piece steps back for the map's list.
        ld      h,ids >> 8
        ld      l,e
        ld      l,(hl)
        ld      h,square >> 8
        ld      (hl),c
        push    hl
        call    strike
        pop     hl
        ld      (hl),e
        jp      .Lstruck

; Add the slot of the piece on L to DE; H is the page of board then.
.Ladd:  ld      h,ids >> 8
        ld      a,(hl)
        and     15
        add     a,slot_bits & 255
        ld      l,a
        ld      h,slot_bits >> 8
        ld      a,(hl)
        bit     3,l
        ld      h,board >> 8
        jr      nz,.Ladd_high
        or      e
        ld      e,a
        ret
.Ladd_high:
        or      d
        ld      d,a
        ret
