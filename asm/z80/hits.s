; hits.s - the map of what the enemy attacks, and which pieces may hang

        .include "constants_gen.inc"
        .include "rules.inc"

        .global map_hits, clear_hits, hits_of, strike, candidates

        .text

; clear_hits - drop all maps and restart the stamps
;
; In      -
; Out     A = 2, the stamp of the next map; hits_stamp 0, hits_ply $FF
; Uses    F
clear_hits:
        push    hl
        push    bc
        ; The whole page to 0, in 32 rounds of 8 bytes: fewer djnz than one byte
        ; a round.
        ld      hl,hits
        xor     a
        ld      b,32
1:      .rept   8
        ld      (hl),a
        inc     l
        .endr
        djnz    1b
        ; A = 0: no map yet. $FF: no ply has one. 2 is the first stamp, for the
        ; caller to store.
        ld      (hits_stamp),a
        dec     a
        ld      (hits_ply),a
        ld      a,2
        pop     bc
        pop     hl
        ret

; The squares next to the one at L, row by row.
        .macro  KING_HITS
        ; The row below: three squares from L-$11 on. Squares off the board get
        ; the mark too, so that no edge is tested. A stays the leftmost of the
        ; row.
        ld      a,l
        sub     0x11
        ld      l,a
        ld      (hl),c
        inc     l
        ld      (hl),c
        inc     l
        ld      (hl),c
        ; The king's own row, left and right of him.
        add     a,0x10
        ld      l,a
        ld      (hl),c
        inc     l
        inc     l
        ld      (hl),c
        ; The row above.
        add     a,0x10
        ld      l,a
        ld      (hl),c
        inc     l
        ld      (hl),c
        inc     l
        ld      (hl),c
        .endm

        .macro  KNIGHT_HITS
        ; Two rows down, a file to the left and to the right; the middle four by
        ; the differences between their steps: -$12, -$0E, $0E, $12; then two
        ; rows up. A is the square marked last except for the second inc.
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
        ; From C on: mark each square, then look at the board. An empty square
        ; (0) goes on; a piece, or the border, ends the line with its mark.
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
        ; The same along a rank, where inc or dec does for the addition.
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
        ; C = the slider's square. Diagonals first, if it has them.
        ld      c,a
        ld      e,a
        ld      a,(de)
        and     WAY_DIAGONAL
        jr      z,.Lstraight\@
        LINE_HITS 0x11
        LINE_HITS 0x0F
        LINE_HITS 0xEF
        LINE_HITS 0xF1
        ; E has moved along the lines; back to the slider for its other way. A
        ; bishop is done, a queen goes on with the lines of a rook.
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
        ; The next stamp, two higher, makes all marks of older maps too low to
        ; count. At 256 the stamps run out: the page is cleared, and A = 2.
        ld      hl,hits_stamp
        ld      a,(hl)
        add     a,2
        call    z,clear_hits
        ld      (hl),a
        ; The second register set is that of the sliders: board in D, hits in H,
        ; mark in B.
        exx
        ld      b,a
        inc     b                       ; the sliders' mark
        ld      d,board >> 8
        ld      h,hits >> 8
        exx
        ; C = the mark of pawns, knights and king. struck is of an older map.
        ld      c,a
        xor     a
        ld      (struck_done),a
        ld      d,square >> 8
        ld      h,hits >> 8
        ld      a,(side)
        or      a
        jr      nz,.Lwhite_hits

        ; White to move. The black king first.
        ld      a,(square+16)
        ld      l,a
        KING_HITS
        ; A = pawns' slots = slots in use - officers; none: nothing to mark. E =
        ; id of the first pawn, which is the count of officers with black's bit
        ; 4.
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
        ; A promoted pawn among them: test each slot for its kind.
        ld      a,(promoted+1)
        or      a
        jr      nz,.Lblack_promoted
        ; B pawns: each marks its square - $11 and - $0F. E runs through the
        ; ids.
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
        ; B = slots of officers, A = id of the last: $10 + count - 1.
        ld      a,(officers+1)
        ld      b,a
        add     a,15
        jr      .Lofficers
.Lblack_promoted:
        ld      a,0xEF                  ; a black pawn's step, -$10, less 1
        jp      .Lpromoted

.Lwhite_hits:
        ; Black to move: the same with the white king and white's list.
        ld      a,(square)
        ld      l,a
        KING_HITS
        ld      hl,(slots)
        ld      a,(officers)
        ld      b,a
        ; A = pawns' slots, E = id of the first pawn.
        ld      a,l
        sub     b
        ld      h,hits >> 8
        jr      z,.Lwhite_officers
        ld      e,b
        ld      b,a
        ; With a promoted pawn, slot by slot. Otherwise each marks its square +
        ; $0F and + $11; a captured pawn's sum carries, since $FF is above $F0.
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
        ; B = slots of officers, A = id of the last.
        ld      a,(officers)
        ld      b,a
        dec     a

        ; Slots B-1 down to 1, A = id of the last.
.Lofficers:
        ; Slot 0 is the king, who has marked already: without other officers it
        ; is the end.
        ld      e,a
        dec     b
        ret     z
.Lofficer:
        ; By the board byte of its square it is a knight (bit 1), a slider, or
        ; dead: a captured piece stands on $FF, off the board, where there is no
        ; way.
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
        ; L = the knight's square.
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
        ; Each slot of a pawn: its byte says what is in it now. Knights mark
        ; here too; of a promoted slider or a dead pawn nothing is done yet.
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
        ; A pawn: the step less 1 waits on top of the stack.
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
        ; The step says the side: bit 7 is set in black's. The officers' slots,
        ; in their order: knights and sliders there.
        pop     af
        bit     7,a
        jr      nz,4f
        call    .Lwhite_officers
        jr      5f
4:      call    .Lblack_officers
        ; Second look at the pawns' slots: the sliders among them, after all
        ; other marks.
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
        ; .Lofficers for one slot: A = its id, and B = 2 counts to one. E is
        ; already one past it, and the caller's registers are kept.
        push    bc
        push    de
        ld      a,e
        dec     a
        ld      b,2
        call    .Lofficers
        pop     de
        pop     bc
        ret

; hits_of - make the map of the enemy's attacks at the node, if there is none
; yet
;
; In      ply
; Out     hits, hits_stamp, hits_ply
; Uses    AF HL, and where it makes one BC' DE' HL'
hits_of:
        ; The map at hand is of this node: nothing to do.
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
; Only candidates and passes need it, so other nodes do not pay for it. The
; pieces must stand where they stood when the map was made.
strike:
        push    bc
        push    de
        ; struck is made for this map once. A dead piece stands on $FF, which a
        ; king at the edge or a pawn may have marked: its byte must be 0.
        ld      a,1
        ld      (struck_done),a
        xor     a
        ld      (hits + 0xFF),a         ; the captured pieces' square
        ; HL -> square of slot 1 of the mover (id = 16 * side + 1), D = page of
        ; the map, C = its stamp.
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
        ; Each slot without a branch: cp sets carry where the mark is below the
        ; stamp, so the square is not attacked, and rr takes the carry into B.
        ; Slot 0 ends in bit 0. Free slots are on $FF too.
        .rept   7
        ld      e,(hl)
        inc     l
        ld      a,(de)
        cp      c
        rr      b
        .endr
        ; B has 1 for each slot that is not attacked; its complement is struck.
        ld      a,b
        cpl
        ld      (struck),a
        ; Slots 8 to 15 in the same way, for the second byte.
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
        ; En passant empties two squares and castling moves two pieces: all
        ; slots may hang.
        ld      a,b
        and     FLAG_EN_PASSANT | FLAG_CASTLE
        ld      hl,0xFFFF
        ret     nz
        ; The first child of a node makes struck.
        ld      a,(struck_done)
        or      a
        jp      z,.Lfirst_child
.Lstruck:
        ; DE = slots attacked before the move. The square that the moved piece
        ; has reached: its mark is the stamp or one more where it is attacked
        ; (carry: more), and then its slot comes in.
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
        ; The square left: only a slider's mark, above the stamp, sets carry.
        ; Else nothing is uncovered and HL = DE.
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

        ; Four axes: file, rank and both diagonals, with the way that an enemy
        ; slider needs there. DE collects the slots.
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
        ; Along the step to the first piece or the border.
.Laxis: ld      a,c
1:      add     a,ixl
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jp      z,1b
        ; The border: no piece at this end, so nothing on this axis. The mover's
        ; own: the enemy must be at the other end.
        ld      a,(hl)
        cp      OFF_BOARD
        ret     z
        and     b
        jr      nz,.Lown_end
        ; An enemy's: it must be a slider of this way. Then the other end counts
        ; only if a piece of the mover's stands there.
        ld      a,(hl)
        and     ixh
        ret     z
        ; From C against the step to the first piece.
        ld      a,c
2:      sub     ixl
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jp      z,2b
        ; Border or enemy: nothing. Else L is the piece that may hang now.
        ld      a,(hl)
        cp      OFF_BOARD
        ret     z
        and     b
        ret     z
        jr      .Ladd
.Lown_end:
        ; L is kept in A' while the other end is looked for.
        ld      a,l
        ex      af,af'
        ld      a,c
3:      sub     ixl
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jp      z,3b
        ; b also meets OFF_BOARD, so that one and rules out both a piece of the
        ; mover's and the border. An enemy's must slide this way.
        ld      a,(hl)
        and     b
        ret     nz
        ld      a,(hl)
        and     ixh
        ret     z
        ; The piece at the first end hangs.
        ex      af,af'
        ld      l,a
        jr      .Ladd

.Lfirst_child:
        ; The moved piece steps back for the map's list.
        ; HL -> the entry of the moved piece in the list of squares. It gets
        ; from for strike and to again afterwards.
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
        ; slot_bits begins at a multiple of 16: the low four bits of L are the
        ; slot, and A its bit. Bit 3 says which of the two bytes it belongs to.
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
