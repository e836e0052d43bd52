; half.s - the quiet moves of half-frontiers, and attacks on a more valuable piece

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global list_half, judge_half, drop_waiting, list_targets
        .global attacks

        .text

; list_half - list the quiet moves that may be worth it; the others wait
;
; In      n_first_waiting to raw_end
; Out     sorted_top; raw_end
; Uses    everything
;
; Nearly all moves neither check nor attack, and one AND tests for each
; target: they stay where they are. Here DE is the place among the raw
; moves, IYL the piece's square, B its board byte, H the page of
; attack_table, IXH where in its page the ply's killers are. Each kind of
; piece has its own loop, so its moves are scanned without testing the kind
; again.
list_half:
        ; $FF ends the waiting moves. No segment of moves that stay yet: it
        ; begins at the first move, in place.
        ld      hl,(raw_end)
        ld      (hl),0xFF
        ld      de,(n_first_waiting)
        ld      (seg_start),de
        ld      (seg_write),de
        ; IYH and IXH are used in the loops.
        ld      a,(enemy_colour)
        ld      iyh,a
        ld      a,(ply)
        add     a,a
        add     a,a
        ld      ixh,a
        ; ld leaves Z. A = from of the first move, or the end.
        ld      a,(bares)
        or      a
        ld      a,(de)
        jr      z,.Lpiece
        ; A bare piece's moves may all check: it is seldom that there is one.
.Lbare: inc     a
        jp      z,.Lend
        ; DE behind the move, as .Ljudge needs it.
        inc     de
        inc     de
        inc     de
        call    .Ljudge
        ld      a,(de)
        jr      .Lbare

.Lpiece:
        ; IYL = C = the piece's square, B its byte, until its moves are done.
        inc     a
        jp      z,.Lend
        dec     a
        ld      iyl,a
        ld      l,a
        ld      h,board >> 8
        ld      b,(hl)
        ld      c,a
        ; If it has a killer's from, one of its moves may be the killer.
        ld      h,killers >> 8
        ld      a,ixh
        ld      l,a
        ld      a,c
        cp      (hl)
        jp      z,.Lkillers_piece
        ; The second killer's from.
        inc     l
        inc     l
        cp      (hl)
        jp      z,.Lkillers_piece
        ld      h,attack_table >> 8
        ; The way bits one by one: a white pawn, a knight; of diagonal and
        ; straight, in bits 0 and 1 now, none is a king or black pawn, 1 a
        ; bishop, 2 a rook, 3 a queen, who attacks nothing more valuable.
        ld      a,b
        rra
        jr      c,.Lpawn
        rra
        jr      c,.Lminor_piece         ; knight
        and     (WAY_DIAGONAL | WAY_STRAIGHT) >> 2
        jr      z,.Lking_or_pawn
        dec     a
        jr      z,.Lminor_piece         ; bishop
        dec     a
        jr      z,.Lrook
        jp      .Lscan0                 ; queen

        ; With two targets, the third pointer leads to the king.
.Lminor_piece:
        ; Knights and bishops attack queens and rooks. Up to three are tried
        ; inline; with more, each move of the piece is judged.
        ld      a,(n_targets)
        or      a
        jp      z,.Lscan0
        dec     a
        jp      z,.Lscan1
        cp      3
        jp      c,.Lscan3
        jr      .Ljudge_all
        ; Rooks attack queens. One queen is tried inline if she is the first
        ; target; else each move is judged.
.Lrook: ld      a,(n_queens)
        or      a
        jp      z,.Lscan0
        dec     a
        jr      nz,.Ljudge_all
        ld      a,(targets)
        ld      l,a
        ld      a,(queens)              ; first in the list, as a rule
        cp      l
        jp      z,.Lscan1

.Ljudge_all:
        ; Each move of the piece on IYL.
        inc     de
        inc     de
        inc     de
        call    .Ljudge
        ld      a,(de)
        cp      iyl
        jr      z,.Ljudge_all
        jr      .Lpiece

.Lking_or_pawn:
        ; Bit 4 is the king's way; without it, it is a black pawn.
        bit     4,b
        jr      z,.Lpawn
        ; The king neither checks nor attacks.
.Lking: inc     de
        inc     de
        inc     de
        ld      a,(de)
        cp      iyl
        jr      z,.Lking
        jr      .Lpiece

        ; Does a pawn attack a piece worth more than itself, or the king? IYH = their
        ; colour.
        ; C = to. Both squares that a pawn attacks from there: the enemy's
        ; colour xored with a byte leaves 0 in these bits if it is an enemy
        ; piece, no pawn.
.Lpawn: inc     de
        ld      a,(de)
        ld      c,a
        inc     de
        inc     de
        ld      h,board >> 8
        ; To the left; two files on is to the right.
        ld      a,(pawn_left)
        add     a,c
        ld      l,a
        ld      a,(hl)
        xor     iyh
        and     OFF_BOARD | ANY_PAWN
        jr      z,.Lpawn_hit
        inc     l
        inc     l
        ld      a,(hl)
        xor     iyh
        and     OFF_BOARD | ANY_PAWN
        jr      z,.Lpawn_hit
        ; The next move of the same pawn, or another piece.
.Lpawn_next:
        ld      a,(de)
        cp      iyl
        jr      z,.Lpawn
        jp      .Lpiece
.Lpawn_hit:
        call    .Ljudge
        jr      .Lpawn_next

        ; A killer's piece. Judge the killer and all moves of a pawn; of an
        ; officer's other moves, those that point at the king or at one of three
        ; targets.
.Lkillers_piece:
        ; There is no loop for four targets or more, or for a pawn.
        ld      a,(n_targets)
        cp      4
        jr      nc,.Ljudge_all
        ld      a,b
        and     ANY_PAWN
        jr      nz,.Ljudge_all
.Lwith_killer:
        ; C = to.
        inc     de
        ld      a,(de)
        ld      c,a
        inc     de
        inc     de
        ; The to of the ply's killers, at 4 * ply + 1 and + 3: is it the same?
        ld      h,killers >> 8
        ld      a,ixh
        inc     a
        ld      l,a
        ld      a,(hl)
        cp      c
        jr      z,.Lkiller_hit
        inc     l
        inc     l
        ld      a,(hl)
        cp      c
        jr      z,.Lkiller_hit
        ; Does it point at the king? board byte and ways, as in attacked.
        ld      h,attack_table >> 8
        ld      a,(enemy_king)
        sub     c
        ld      l,a
        ld      a,(hl)
        and     b
        jr      nz,.Lkiller_hit
        ; Targets that are missing are the king again.
        .irp    n, 0, 1, 2
        ld      a,(targets+\n)
        sub     c
        ld      l,a
        ld      a,(hl)
        and     b
        jr      nz,.Lkiller_hit
        .endr
.Lkiller_next:
        ; The same from again: the piece's next move.
        ld      a,(de)
        cp      iyl
        jr      z,.Lwith_killer
        jp      .Lpiece
.Lkiller_hit:
        call    .Ljudge
        jr      .Lkiller_next

; SCAN - the moves of an officer against the king and some targets.
        .macro  SCAN count
.Lscan\count:
        ; C = to. One AND for the king, and one for each target: the ways from
        ; to to there that the piece has. Lines are not walked: judge_half does
        ; that.
        inc     de
        ld      a,(de)
        ld      c,a
        inc     de
        inc     de
        ld      a,(enemy_king)
        sub     c
        ld      l,a
        ld      a,(hl)
        and     b
        jr      nz,.Lhit\count
        .if     \count > 0
        ; The first target.
        ld      a,(targets)
        sub     c
        ld      l,a
        ld      a,(hl)
        and     b
        jr      nz,.Lhit\count
        .endif
        .if     \count > 1
        ; Two or three: a missing third is the king, as list_targets leaves it.
        ld      a,(targets+1)
        sub     c
        ld      l,a
        ld      a,(hl)
        and     b
        jr      nz,.Lhit\count
        ; The third one.
        ld      a,(targets+2)
        sub     c
        ld      l,a
        ld      a,(hl)
        and     b
        jr      nz,.Lhit\count
        .endif
.Lnext\count:
        ; DE -> the next move: of the same piece, the same loop.
        ld      a,(de)
        cp      iyl
        jr      z,.Lscan\count
        jp      .Lpiece
.Lhit\count:
        call    .Ljudge
        jr      .Lnext\count
        .endm
        SCAN    0
        SCAN    1
        SCAN    3

        ; The move before DE may check or attack.
.Ljudge:
        ; j_move = the move, three bytes before DE. judge_half uses H.
        push    de
        push    bc
        dec     de
        dec     de
        dec     de
        ld      (j_move),de
        call    judge_half
        pop     bc
        pop     de
        ld      h,attack_table >> 8
        ret

        ; The last moves that stay go to their place, and the list ends there.
.Lend:  ld      (j_move),de
        call    drop_waiting
        ld      hl,(seg_write)
        ld      (raw_end),hl
        ret

; judge_half - judge a quiet move at a half-frontier
;
; In      DE = j_move, IXH = low byte of the ply's killers
; Out     sorted_top and, where it is among the sorted moves, seg_start and
;         seg_write
; Uses    AF BC DE HL AF' IXL, and where a attack map is to be made BC' DE'
;         HL'
judge_half:
        ; C = from, E = to, B = flags, D = the piece's byte.
        ex      de,hl
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      b,(hl)
        ld      h,board >> 8
        ld      l,c
        ld      d,(hl)
        ; By D and look's result; judge_check changes B.
        push    bc
        call    judge_check
        pop     bc
        ; Carry set: A is a category that is sorted. Else a killer, if from is
        ; that of one of the two.
        jr      c,.Lsort
        ld      h,killers >> 8
        ld      a,ixh
        ld      l,a
        ld      a,c
        cp      (hl)
        jr      z,.Lkillers_move
        inc     l
        inc     l
        cp      (hl)
        jr      z,.Lkillers_move
.Lno_killer:
        ; Carry clear: no attack, so it is not worth sorting and waits.
        push    bc
        call    attacks
        pop     bc
        ret     nc
        ld      a,ATTACK
        jr      .Lworth
.Lkillers_move:
        ; from is a killer's. It is one if the profile uses killers and to fits
        ; too.
        ld      a,(switches)
        bit     KILLERS,a
        jr      z,.Lno_killer
        call    is_killer
        ld      a,(j_killer)
        or      a
        jr      z,.Lno_killer
        ld      a,KILLER
.Lworth:
        ; A killer or an attack. Castling (bit 2) can't lose; another move that
        ; does (NZ) waits like the rest. A is the category.
        bit     2,b
        jr      nz,.Lsort
        push    af
        call    loses
        jr      nz,.Lstays
        pop     af
.Lsort: call    emit
        xor     a                       ; the killer's bonus has been used
        ld      (j_bonus),a

; drop_waiting - remove the judged move from the waiting moves
;
; In      j_move, seg_start, seg_write
; Out     seg_start, seg_write
; Uses    AF BC DE HL
;
; The moves since the last one taken out are moved down now.
drop_waiting:
        ; BC = bytes of moves that stay, from seg_start to j_move. None: only
        ; seg_start moves on.
        ld      hl,(j_move)
        ld      de,(seg_start)
        or      a
        sbc     hl,de
        ld      b,h
        ld      c,l
        ld      a,b
        or      c
        jr      z,.Lnothing
        ; As long as no move has been taken out, they are in place: seg_write
        ; only moves on over them. Else they are copied down to it.
        ld      hl,(seg_write)
        sbc     hl,de
        jr      z,.Lin_place
        add     hl,de
        ex      de,hl
        ldir
        ld      (seg_write),de          ; DE is behind the last byte copied
        jr      .Lnothing
.Lin_place:
        ex      de,hl
        add     hl,bc
        ld      (seg_write),hl
.Lnothing:
        ; The next segment begins behind the move.
        ld      hl,(j_move)
        inc     hl
        inc     hl
        inc     hl
        ld      (seg_start),hl
        ret
.Lstays:
        ; The category is dropped.
        pop     af
        xor     a
        ld      (j_bonus),a
        ret

; list_targets - note the enemy's queens and rooks
;
; In      side, the lists, enemy_king
; Out     targets, n_targets; queens, n_queens; pawn_left, enemy_colour
; Uses    AF BC DE HL
list_targets:
        ; Unused entries hold the enemy king: testing him twice changes nothing
        ; in the loops of list_half.
        ld      hl,0
        ld      (n_targets),hl          ; and n_queens
        ld      a,(enemy_king)
        ld      (targets+2),a
        ld      h,a
        ld      l,a
        ld      (targets),hl
        ; White to move, else black: pawn_left is the pawn's step less a file,
        ; and both bytes are written at once.
        ld      a,(side)
        or      a
        jr      z,.Lblack_list
        ld      hl,0x100*WHITE + 0xEF
        ld      (pawn_left),hl          ; and enemy_colour
        ; Black to move: white's slots from 1 on. Queens and rooks are among the
        ; officers; with a promoted pawn they may be in any slot.
        ld      hl,square+1
        ld      a,(promoted)
        or      a
        ld      a,(officers)
        jr      z,.Lslots
        ld      a,(slots)
        jr      .Lslots
.Lblack_list:
        ld      hl,0x100*BLACK + 0x0F
        ld      (pawn_left),hl
        ; Likewise black's.
        ld      hl,square+17
        ld      a,(promoted+1)
        or      a
        ld      a,(officers+1)
        jr      z,.Lslots
        ld      a,(slots+1)
.Lslots:
        ; Without the king. None left: no targets.
        dec     a
        ret     z
        ld      b,a
        ld      d,board >> 8
        ; A slot: its board byte tells a rook or queen by the straight way.
.Lslot: ld      e,(hl)
        inc     l
        ld      a,(de)                  ; captured pieces are off the board
        bit     3,a                     ; straight
        jr      nz,.Ltarget
        djnz    .Lslot
        ret
.Ltarget:
        ; Append the square to targets, a queen's to queens as well.
        push    hl
        ld      c,a
        ld      hl,n_targets
        ld      a,(hl)
        inc     (hl)
        add     a,targets & 255
        ld      l,a
        ld      (hl),e
        bit     2,c                     ; diagonal too
        ; A queen is a target of rooks as well.
        jr      z,.Lno_queen
        ld      l,n_queens & 255
        ld      a,(hl)
        inc     (hl)
        add     a,queens & 255
        ld      l,a
        ld      (hl),e
.Lno_queen:
        pop     hl
        djnz    .Lslot
        ret

; attacks - does a quiet move bring a piece to attack a more valuable one?
;
; In      D = the piece's board byte, E = to, targets, queens; before the
;         move
; Out     carry set: yes
; Uses    AF BC HL IXL
attacks:
        ; Pawns attack all except pawns. The king, and the queen as the most
        ; valuable piece, attack nothing here.
        ld      a,d
        and     ANY_PAWN
        jr      nz,.Lat_officers
        ld      a,d
        and     WAY_KNIGHT | WAY_DIAGONAL | WAY_STRAIGHT
        ret     z                       ; a king
        cp      WAY_DIAGONAL | WAY_STRAIGHT
        ret     z
        ; Rooks attack queens, knights and bishops all targets. HL = the list, A
        ; = how many.
        cp      WAY_STRAIGHT
        jr      z,.Lat_queens
        ld      hl,targets
        ld      a,(n_targets)
        jr      .Lat
.Lat_queens:
        ld      hl,queens
        ld      a,(n_queens)
.Lat:   or      a
        ret     z
        ld      ixl,a
        ld      b,attack_table >> 8
        ; The difference to each target: has the piece a way over it? C keeps it
        ; for the step.
.Lone:  ld      a,(hl)
        inc     l
        sub     e
        ld      c,a
        ld      a,(bc)
        and     d
        jr      nz,.Lpoints
.Lno:   dec     ixl
        jr      nz,.Lone
        ret                             ; carry is clear
.Lyes:  scf
        ret
.Lpoints:
        ; A knight's way is enough. A line must be free up to the target.
        and     WAY_KNIGHT
        jr      nz,.Lyes
        ; along the line to its first piece
        push    hl
        ld      h,ray_step >> 8
        ld      l,c
        ld      c,(hl)
        ld      h,board >> 8
        ld      a,e
        ; Empty squares are passed.
.Lwalk: add     a,c
        ld      l,a
        ld      a,(hl)
        or      a
        ld      a,l
        jr      z,.Lwalk
        ; The first piece on it, A, is the target: yes. Else on with the next
        ; one.
        pop     hl
        dec     l
        cp      (hl)
        jr      z,.Lyes
        inc     l
        or      a
        jr      .Lno
.Lat_officers:
        ; B = the enemy's colour. A byte xored with it and cut down to C is 0
        ; for an enemy piece but a pawn.
        ld      hl,enemy_colour
        ld      b,(hl)
        ld      c,OFF_BOARD | ANY_PAWN
        ld      a,(pawn_left)
        add     a,e
        ld      l,a
        ld      h,board >> 8
        ld      a,(hl)
        xor     b
        and     c
        ; The first or second square: carry set. ret nz has carry clear from
        ; and.
        jr      z,.Lpawn_hits
        inc     l
        inc     l
        ld      a,(hl)
        xor     b
        and     c
        ret     nz
.Lpawn_hits:
        scf
        ret
