; attack.s - what is attacked, pinned, in check

        .include "constants_gen.inc"
        .include "rules.inc"

        .global attacked, attacked_by_white, attacked_by_black, in_check
        .global officer_attacks, officer_reaches, officer_scan, set_scan, look_line
        .global look, look_own, look_enemy, gives_check

        .text

; in_check - is the side to move in check?
;
; In      side, the lists, the board
; Out     carry set: yes
; Uses    AF BC DE HL IX IY
in_check:
        ; The king has slot 0 of his side's list: square+0 is white's, square+16
        ; black's. Does the other side attack him?
        ld      a,(side)
        or      a
        jr      nz,.Lblack
        ld      a,(square)
        ld      e,a
        jr      attacked_by_black
.Lblack:
        ld      a,(square+16)           ; black to move
        ld      e,a
        jr      attacked_by_white

; attacked - does a side attack a square?
;
; In      E = square, A = side that attacks (0 white, 1 black)
; Out     carry set: yes
; Uses    AF BC DE HL IX IY
;
; Whether the square is empty, or whose piece is on it, does not matter.
; Pawns are found by two looks at the board, the other pieces by their
; list.
attacked:
        or      a
        jr      nz,attacked_by_black

; attacked_by_white - does white attack a square?
;
; In      E = square
; Out     carry set: yes
; Uses    AF BC DE HL IX IY
attacked_by_white:
        ; A white pawn attacks the two squares in front of it: those it may
        ; stand on are E-$11 and E-$0F. Off the board lies OFF_BOARD, which no
        ; pawn's byte equals, so that edges need no test.
        ld      h,board >> 8
        ld      a,e
        sub     0x11
        ld      l,a
        ld      a,WHITE_PAWN
        cp      (hl)
        jr      z,.Lyes
        ; The other square, two files on.
        inc     l
        inc     l
        cp      (hl)
        jr      z,.Lyes
        ; No pawn. IY = $00:square. IYH = 0 asks for an attacker only, not for a
        ; scan by look. DE and IX are from set_scan.
        ld      iyl,e
        ld      iyh,0
        ld      de,(scan_white)
        ld      ix,(scan_white+2)
        ld      b,board >> 8
        ld      h,attack_table >> 8
        jp      (ix)                    ; declared jump table: officer_scan

.Lyes:  scf
        ret

; attacked_by_black - does black attack a square?
;
; In      E = square
; Out     carry set: yes
; Uses    AF BC DE HL IX IY
attacked_by_black:
        ; As above with a black pawn on E+$11 or E+$0F.
        ld      h,board >> 8
        ld      a,e
        add     a,0x11
        ld      l,a
        ld      a,BLACK_PAWN
        cp      (hl)
        jr      z,.Lyes
        ; The other square, two files back.
        dec     l
        dec     l
        cp      (hl)
        jr      z,.Lyes
        ; No pawn: the list of black's officers. look enters at .Lofblack.
        ld      iyl,e
        ld      iyh,0
.Lofblack:
        ld      de,(scan_black)
        ld      ix,(scan_black+2)
        ld      b,board >> 8
        ld      h,attack_table >> 8
        jp      (ix)                    ; declared jump table: officer_scan

; officer_attacks - does a piece other than a pawn attack a square?
;
; In      DE = place in the list of the last slot to look at, IYL =
;         square, B = page of board, H = page of attack_table; IYH = 0, or
;         the mover's colour bit, for look. Entered in its midst
; Out     carry set: yes
; Uses    AF BC DE HL
;
; Eight slots are unrolled and entered where the count says; set_scan keeps the
; place. Slots from 8 on, which an officer only has if a pawn was promoted, are
; a loop. A captured piece is on square $FF: the board has no way bits there, so
; it needs no test. The table is read with from - to, which makes no difference
; except for pawns; their bits are dropped on a match (pawns' slots are only
; scanned if a pawn was promoted).
officer_attacks:
; One slot: has the piece a way in common with the difference?
        .macro  SLOT n
.Lslot\n:
        ; A = the ways that lead over L = from - to and that the piece has (BC
        ; -> its board byte). Mostly there is none.
        ld      a,(de)
        dec     e
        ld      c,a
        sub     iyl
        ld      l,a
        ld      a,(bc)
        and     (hl)
        jr      nz,.Lmatch\n
        .endm

        .macro  MATCH n, next
.Lmatch\n:
        ; A match without a free line: carry clear, next slot.
        call    officer_reaches
        ret     c
        jp      \next
        .endm

        ; Slots 15 to 8: bit 3 of E is set as long as the next slot is one of
        ; them. officer_reaches is only called on a match; without one and's
        ; carry is clear.
.Lhigh: ld      a,(de)
        dec     e
        ld      c,a
        sub     iyl
        ld      l,a
        ld      a,(bc)
        and     (hl)
        call    nz,officer_reaches
        ret     c
        bit     3,e
        jr      nz,.Lhigh
        jr      .Lslot7

        ; The matches lie on both sides of the slots, where jr still reaches
        ; them.
        MATCH   7, .Lslot6
        MATCH   6, .Lslot5
        MATCH   5, .Lslot4
        MATCH   4, .Lslot3

        .irp    n, 7, 6, 5, 4, 3, 2, 1, 0
        SLOT \n
        .endr
        ret                             ; and has cleared carry

        MATCH   3, .Lslot2
        MATCH   2, .Lslot1
        MATCH   1, .Lslot0
.Lmatch0:                               ; the last one continues with its way

; officer_reaches - does a piece whose ways fit reach the square?
;
; In      A = ways in common, C = the piece's square, L = difference
;         C - IYL, H = page of attack_table, B = page of board
; Out     carry set: yes
; Uses    AF L
;
; The line is walked from the target to the first piece on it.
officer_reaches:
        ; The pawn's bits go. Without any other way the piece does not attack.
        and     WAY_KNIGHT | WAY_DIAGONAL | WAY_STRAIGHT | WAY_KING
        ret     z                       ; a pawn, seen from behind
        ; IYH = 0 is tested without A, which holds the ways.
        inc     iyh
        dec     iyh
        jr      nz,look_line
        ; A knight or king reaches the square at once; a slider needs a clear
        ; line. ray_step of the difference is the step from the target to the
        ; piece.
        and     WAY_DIAGONAL | WAY_STRAIGHT
        jr      z,.Lreached
        push    de
        ld      h,ray_step >> 8
        ld      e,(hl)
        ld      h,b
        ld      a,iyl
        ; Empty squares are 0. The walk ends on C at the latest, for the piece
        ; stands there. A = the first occupied square.
.Lwalk: add     a,e
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jr      z,.Lwalk
        pop     de
        ld      h,attack_table >> 8
        cp      c                       ; the piece itself: the line is clear
        jr      z,.Lreached
        or      a                       ; clears carry: something is in between
        ret
.Lreached:
        scf
        ret

; set_scan - note which slots of a side attacked must scan
;
; In      A = how many, D = any id of the side
; Out     scan_white or scan_black
; Uses    AF HL
set_scan:
        ; HL -> the side's four bytes. The first two are the address of its last
        ; slot: id = count - 1, with bit 4 for black.
        push    de
        ld      e,a
        dec     a
        ld      hl,scan_white
        bit     4,d
        jr      z,.Lscan
        ; Black's list has bit 4 in the id, and its own four bytes.
        or      0x10
        ld      l,scan_black & 255
.Lscan: ld      (hl),a
        inc     l
        ; The high byte is the page of the list.
        ld      (hl),square >> 8
        inc     l
        ; The other two: the entry for that many slots. From 9 slots on it is
        ; the loop.
        ld      a,e
        cp      9
        jr      c,.Lcount
        ld      a,9
.Lcount:
        ; officer_scan lies within a page, so that two times the count is added
        ; to the low byte alone.
        add     a,a
        add     a,officer_scan & 255
        ld      e,a
        ld      d,officer_scan >> 8
        ld      a,(de)
        ld      (hl),a
        ; The word of the table is copied.
        inc     l
        inc     e
        ld      a,(de)
        ld      (hl),a
        pop     de
        ret

; look_line - enter a check, pin or bare piece on a king's line, for look
;
; In      as officer_reaches, IYH = the mover's colour bit, IYL = king
; Out     an entry in the result of look, or none; carry clear
; Uses    AF L
;
; From the king outwards. The piece itself comes first: check. One of the
; mover's pieces first: it is pinned, or bare if the slider is the mover's.
look_line:
        ; A knight's way is a check at once; kings never stand side by side. As
        ; in officer_reaches the walk goes from the king to the first piece.
        and     WAY_DIAGONAL | WAY_STRAIGHT
        jr      z,.Lchecker
        push    de
        ld      h,ray_step >> 8
        ld      e,(hl)
        ld      h,b
        ld      a,iyl
        ; Empty squares are passed. A = the first occupied one.
.Lfirst:
        add     a,e
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jr      z,.Lfirst
        ; The first piece is C itself: check. Else it is a shield only where it
        ; is the mover's, for pins as for bare pieces.
        cp      c
        jr      z,.Lslider
        ld      d,a                     ; the shield
        ld      a,(hl)
        and     iyh
        jr      z,.Lout                 ; an enemy's: neither pin nor bare piece
        ld      a,d
        ; From the shield on to the next piece: it must be C, the slider.
.Lsecond:
        add     a,e
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jr      z,.Lsecond
        cp      c
        jr      nz,.Lout
        ; The slider's colour says which list: the enemy's pins the shield; the
        ; mover's own makes it a bare piece. H is the page of both lists and
        ; counts.
        ld      a,(hl)
        ld      h,pins >> 8
        ld      l,pins & 255
        and     iyh
        ld      a,pinned & 255
        jr      z,.Lshield
        inc     l                       ; bares
        ld      a,bare & 255
.Lshield:
        ; Append the shield: place = start of the list + count, and the count
        ; goes up.
        add     a,(hl)
        inc     (hl)
        ld      l,a
        ld      (hl),d
        set     3,l                     ; the list of steps
        ld      (hl),e
.Lout:  pop     de
        ld      h,attack_table >> 8
        or      a
        ret
.Lslider:
        pop     de
        ld      h,attack_table >> 8
.Lchecker:
        ; C gives check. Of two checkers, check_from is the last one found.
        ld      a,c
        ld      (check_from),a
        ld      a,(checkers)
        inc     a
        ld      (checkers),a
        ret                             ; carry clear since the and, or the cp

; gives_check - does a move check the enemy king, directly or by
; discovery?
;
; In      D = the piece's board byte after the move, C = from, E = to, the
;         result of look
; Out     carry set: yes. Castling and en passant can't be judged.
; Uses    AF B HL
gives_check:
        ; Does the piece have a way from E to the king? D is its byte after the
        ; move, so that a promoted pawn attacks as what it has become.
        ld      a,(enemy_king)
        sub     e
        ld      l,a
        ld      h,attack_table >> 8
        ld      a,d
        and     (hl)
        jr      nz,.Ldirect
.Ldiscovery:
        ; No direct check. If the piece is bare, does it leave the line between
        ; king and slider?
        ld      a,(bares)
        or      a
        ret     z
        ld      b,a
        ld      hl,bare
        ld      a,c
.Lbare: cp      (hl)                    ; B = bares left to compare with from
        jr      z,.Lopens
        inc     l
        djnz    .Lbare
        or      a                       ; clears carry: not a bare piece
        ret
.Lopens:
        ; The step of the bare line, and that from the king to where the piece
        ; goes: if they are the same, it has stayed on the line.
        set     3,l                     ; bare_step
        ld      b,(hl)
        ld      hl,enemy_king
        ld      a,e
        sub     (hl)
        ld      l,a
        ld      h,ray_step >> 8
        ld      a,(hl)
        cp      b
        ret     z                       ; stays on the line; carry clear
        scf
        ret
.Ldirect:
        ; A knight or pawn checks at once. A slider's line is walked from E to
        ; the first piece; the board is still that before the move.
        and     WAY_DIAGONAL | WAY_STRAIGHT
        jr      z,.Lcheck
        ld      h,ray_step >> 8
        ld      b,(hl)
        ld      h,board >> 8
        ld      a,e
        ; Empty squares, and C, which the pawn leaves, are passed.
.Lclear:
        add     a,b
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jr      z,.Lclear
        cp      c                       ; a promoted pawn has left the line
        jr      z,.Lclear
        ; The king is the first piece: check. Otherwise the line is blocked; it
        ; may still be a discovered check.
        ld      hl,enemy_king
        cp      (hl)
        jr      nz,.Ldiscovery
.Lcheck:
        scf
        ret

; look - scan the lines of both kings for checks and pins
;
; In      A = 0: the side to move is known not to be in check; else 1
; Out     The result of look: checks, pins, bare pieces; king_square, enemy_king
; Uses    AF BC DE HL IX IY
;
; Scans the pieces, not the lines: few stand on a line with a king.
look:   call    look_own

; look_enemy - what would check the enemy king by discovery
;
; In      side, the lists, the board
; Out     bares, bare, bare_step, enemy_king
; Uses    AF BC DE HL IX IY
look_enemy:
        ; IYL = enemy king, IYH = the mover's colour: the mover's officers are
        ; scanned, and a match goes to look_line instead of ending the scan.
        xor     a
        ld      (bares),a
        ld      a,(side)
        or      a
        jr      nz,.Lwhiteking
        ; The king is the target. The mover's officers are white's here.
        ld      a,(square+16)
        ld      (enemy_king),a
        ld      iyl,a
        ld      iyh,WHITE
.Lofwhite:
        ld      de,(scan_white)
        ld      ix,(scan_white+2)
        ld      b,board >> 8
        ld      h,attack_table >> 8
        jp      (ix)                    ; declared jump table: officer_scan
.Lwhiteking:
        ; Black to move: the white king is the target.
        ld      a,(square)
        ld      (enemy_king),a
        ld      iyl,a
        ld      iyh,BLACK
        jp      .Lofblack

; look_own - checks and pins of the side to move
;
; In      A as look
; Out     checkers, check_from, pins, pinned, pin_step, king_square
; Uses    AF BC DE HL IX IY
look_own:
        ; D = 1 if there may be a check. No checks, pins or bare pieces yet.
        ld      d,a
        xor     a
        ld      (checkers),a
        ld      (pins),a
        ld      h,board >> 8
        ld      a,(side)
        or      a
        jr      nz,.Lblackown
        ; White to move: black pawns that check stand on king+$0F and king+$11;
        ; then black's officers are scanned.
        ld      a,(square)
        ld      (king_square),a
        ld      iyl,a
        ld      iyh,WHITE
        add     a,0x0F
        ld      l,a
        ; If D is 0 no check is possible.
        ld      a,BLACK_PAWN
        bit     0,d
        call    nz,.Lpawns
        jp      .Lofblack
.Lblackown:
        ; Black to move: white pawns on king-$11 and king-$0F.
        ld      a,(square+16)
        ld      (king_square),a
        ld      iyl,a
        ld      iyh,BLACK
        sub     0x11
        ld      l,a
        ld      a,WHITE_PAWN
        bit     0,d
        call    nz,.Lpawns
        jr      .Lofwhite

; Does a pawn A on L or on L+2 give check?
        ; Both squares from which a pawn checks. Two pawns can't check at once,
        ; so one is enough.
.Lpawns:
        cp      (hl)
        jr      z,.Lpawn
        inc     l
        inc     l
        cp      (hl)
        ret     nz
.Lpawn: ld      c,l
        jp      .Lchecker

        .section .page, "r"

; Declared jump table: where officer_attacks begins, by count of slots up to
; 9. Within a page.
        .balign 2
officer_scan:
        .irp    n, 0, 0, 1, 2, 3, 4, 5, 6, 7
        .word   .Lslot\n
        .endr
        .word   .Lhigh
