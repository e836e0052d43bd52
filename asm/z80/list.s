; list.s - the list of a node's moves: categories, static values, order

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"
        .include "score.inc"

        .global list_begin, list_tactical, list_end, list_full
        .global judge_tactical, judge_check, promoted_code, is_killer
        .global emit, hook_listed, hook_listed_quiet

        .text

; list_begin - prepare the list of a node, or of one part of it
;
; In      n_following, ply
; Out     n_pv; flights_count
; Uses    AF DE HL
list_begin:
        ; No move has been judged: bonus and killer 0, the flights of the enemy
        ; king unknown ($FF).
        ld      hl,0
        ld      a,h
        ld      (j_bonus),a
        ld      (j_killer),a
        dec     a
        ld      (flights_count),a
        ; n_pv = the line's move at this ply where the node is on the line, else
        ; 0.
        ld      a,(n_following)
        or      a
        jr      z,.Lno_line
        ; line has two bytes for each ply.
        ld      a,(ply)
        add     a,a
        ld      e,a
        ld      d,h
        ld      hl,line
        add     hl,de
        ld      e,(hl)
        inc     hl
        ld      d,(hl)
        ex      de,hl
.Lno_line:
        ld      (n_pv),hl
        ret

; list_tactical - list captures and promotions
;
; In      tactical_moves to tactical_end; listing: 0 all, STAGES all but
;         losing captures, LOSING_ONLY those; n_evasion, n_checked, n_static
; Out     sorted_top; bit PASSED_OVER of n_any if losing captures were left out
; Uses    everything
list_tactical:
        ; $FF behind the last move ends the loop: no from is that.
        ld      hl,(tactical_end)
        ld      (hl),0xFF
        ld      hl,tactical_moves
.Ltactical:
        ld      a,(hl)
        inc     a
        ret     z
        ld      (j_move),hl
        ; A = category, C keeps it. listing = 0 takes all.
        call    judge_tactical
        ld      c,a
        ld      a,(listing)
        or      a
        jr      nz,.Lsome
.Ltake: ld      a,c
        call    emit
        ; Go on with the next move, three bytes further on.
.Lpassed:
        ld      hl,(j_move)
        inc     hl
        inc     hl
        inc     hl
        jr      .Ltactical
        ; A = listing exclusive-or category: one value means a losing capture to
        ; be taken, another one to be passed over. With STAGES (bit 7) all
        ; others are taken, with LOSING_ONLY none.
.Lsome: xor     c
        cp      LOSING_ONLY ^ LOSING_CAPTURE
        jr      z,.Ltake
        cp      STAGES ^ LOSING_CAPTURE
        jr      z,.Lpass_over
        rla                             ; bit 7 is STAGES
        jr      c,.Ltake
        jr      .Lpassed
.Lpass_over:
        ; A losing capture in stages: a later part of the node lists it.
        ld      hl,n_any
        set     PASSED_OVER,(hl)
        jr      .Lpassed

; list_end - finish a list: the last iteration's move goes first
;
; In      n_pv, n_first_sorted, sorted_top
; Out     the order of that move
; Uses    AF BC DE HL
list_end:
        ld      hl,(n_pv)               ; 0: the node is not on the line
        ld      a,h
        or      l
        ret     z
        ex      de,hl                   ; DE = move
        ; Through the records for the line's move. add restores HL and leaves Z
        ; of sbc: Z set: it is not among them.
        ld      hl,(n_first_sorted)
.Lfind: ld      bc,(sorted_top)
        or      a
        sbc     hl,bc
        add     hl,bc
        ret     z
        ld      a,(hl)
        cp      e
        jr      nz,.Lother
        inc     l
        ld      a,(hl)
        dec     l
        cp      d
        jr      z,.Lfirst
.Lother:
        ld      bc,REC_SIZE
        add     hl,bc
        jr      .Lfind
.Lfirst:
        ; No order is as high as INFINITY: the move is picked first.
        ld      a,l
        add     a,REC_ORDER
        ld      l,a
        ld      (hl),INFINITY & 255
        inc     l
        ld      (hl),INFINITY >> 8
        ret

; judge_tactical - the category of a capture or promotion
;
; In      HL = j_move; n_evasion, n_checked, ply
; Out     A = category; FLAG_CHECK in the move's flags
; Uses    AF BC DE HL AF' IXL, and where a attack map is to be made BC' DE'
;         HL'
judge_tactical:
        ; C = from, E = to, B = flags, on the stack too, for judge_check uses B.
        ; D = the piece's byte, of a promotion the new piece's.
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      b,(hl)
        push    bc
        ; Bit 4: a promotion. Else D = the board byte on from.
        ld      h,board >> 8
        bit     4,b
        jr      nz,.Lpromoted
        ld      l,c
        ld      d,(hl)
        ; Carry set: A is its category, a check or an evasion. Then a promotion,
        ; or en passant, which never counts as losing.
.Lcode: call    judge_check
        pop     bc
        ret     c
        bit     4,b
        jr      nz,.Lpromotion
        bit     1,b
        ld      a,CAPTURE
        ret     nz
        ; B = the victim's value, by its way bits. If it is at least the
        ; capturer's, nothing can be lost. If a pawn can recapture, the
        ; capture loses: the capturer is worth more than the victim and a
        ; pawn.
        ld      h,board >> 8
        ld      l,c
        ld      d,(hl)
        ld      l,e
        ld      a,(hl)
        and     0x3F
        ld      l,a
        ld      h,swap_worth >> 8
        ld      b,(hl)
        ; The capturer's value, by its own way bits.
        ld      a,d
        and     0x3F
        ld      l,a
        ld      a,b
        cp      (hl)
        jr      nc,.Lcapture
        ; Z set: a pawn guards the square. Else what the capturer loses there,
        ; in sixteenths of a pawn, is set against the victim.
        call    pawn_guards
        jr      z,.Lloses
        push    bc
        ld      b,FLAG_CAPTURE
        call    exchange_loss
        pop     bc
        ld      c,a
        ld      a,b
        cp      c                       ; victim >= loss
        jr      nc,.Lcapture
.Lloses:
        ; More can be taken back than was captured.
        ld      a,LOSING_CAPTURE
        ret
.Lcapture:
        ld      a,CAPTURE
        ret
.Lpromotion:
        ; No bit of the promotion: a queen. Any other is priced as a losing
        ; move.
        ld      a,c
        and     0x88
        ld      a,PROMOTION
        ret     z
        ld      a,LOSING
        ret

.Lpromoted:
        call    promoted_code
        jr      .Lcode

; promoted_code - the board byte of a promoted pawn
;
; In      C = from with the promotion's bits, H = page of board
; Out     D = board byte, C = from without them
; Uses    AF L
promoted_code:
        ; D = bits 7 and 3 of the promotion: none a queen, 3 a rook, 7 a bishop,
        ; both a knight. L = the pawn's colour.
        ld      d,c
        ld      a,c
        and     0x77
        ld      c,a
        ld      l,a
        ld      a,(hl)
        and     OFF_BOARD
        ld      l,a
        ; Bit 7 of D: bishop or knight; bit 3: the second of the two.
        ld      a,WAY_DIAGONAL | WAY_STRAIGHT
        bit     7,d
        jr      nz,.Lminor
        bit     3,d
        jr      z,.Lpromotes
        ld      a,WAY_STRAIGHT
        jr      .Lpromotes
.Lminor:
        bit     3,d
        ld      a,WAY_DIAGONAL
        jr      z,.Lpromotes
        ld      a,WAY_KNIGHT
.Lpromotes:
        or      l                       ; with the pawn's colour
        ld      d,a
        ret

; judge_check - does the move check, and is check its category?
;
; In      j_move; C = from, E = to, D = the piece's board byte after the move, B
;         = flags; look's result, n_evasion, n_checked
; Out     FLAG_CHECK in the move's flags; carry set: A = its category
; Uses    AF B HL
judge_check:
        bit     5,b                     ; en passant, castling: may check
        jr      nz,.Lunsure
        ; Nearly all moves end here: nothing points at the king, no piece is
        ; bare. So gives_check begins inline.
        ld      a,(enemy_king)
        sub     e
        ld      l,a
        ld      h,attack_table >> 8
        ld      a,d
        and     (hl)
        jr      nz,.Lmay_check
        ; It does not point at the king. Without a bare piece it can't check.
        ld      a,(bares)
        or      a
        jr      z,.Lno_check
.Lmay_check:
        call    gives_check
        jr      nc,.Lno_check
        ; The move's third byte, its flags, gets FLAG_CHECK (bit 5).
        ld      hl,(j_move)
        inc     hl
        inc     hl
        set     5,(hl)
        ; Evasions come before checks. side + 1 is the side's bit in n_checked:
        ; not set, so this is the first check it gives. inc keeps carry.
        ld      a,(n_evasion)
        or      a
        jr      nz,.Levasion
        ld      a,(side)
        inc     a
        ; FIRST_CHECK if the side's bit is clear. Carry is set in both cases.
        ld      hl,n_checked
        and     (hl)
        ld      a,FIRST_CHECK
        scf
        ret     z
        inc     a                       ; CHECK
        ret
.Lno_check:
.Lunsure:
        ld      a,(n_evasion)           ; no category yet: carry clear from or
        or      a
        ret     z
.Levasion:
        xor     a                       ; EVASION
        scf
        ret

; emit - append the judged move to the sorted moves
;
; In      A = category, j_move, n_static, j_bonus: what a killer gains in
;         the order
; Out     sorted_top
; Uses    AF BC DE HL IXL, and where captures are sorted by swap-off AF' BC'
;         DE' HL'
;
; A plain quiet move is evaluated inline. IXL keeps the flags.
emit:   ld      hl,nodes
        ; Count the node: a move evaluated. Only a carry out of the low byte
        ; touches the high one.
        inc     (hl)
        jr      nz,1f
        inc     l
        inc     (hl)
        ; The record: from, to, flags, category. HL runs within a record, which
        ; begins at a multiple of 8, so inc l will do.
1:      ld      hl,(j_move)
        ld      de,(sorted_top)
        ld      c,(hl)
        inc     hl
        ld      b,(hl)
        inc     hl
        ; HL = the record now, DE = the flags in the raw move.
        ex      de,hl
        ld      (hl),c
        inc     l
        ld      (hl),b
        inc     l
        ; The category goes to the fourth byte, then the flags to the third.
        inc     l
        ld      (hl),a
        dec     l
        ld      a,(de)
        ld      (hl),a
        inc     l
        inc     l
        ; HL -> the value in the record. IXL = flags. Without flags the value
        ; needs two entries of one table.
        push    hl
        ld      ixl,a
        ld      de,(n_static)
        or      a
        jr      nz,.Lflags
        AFTER_QUIET
hook_listed:                    ; HL = value, j_move
        ; The value is stored; HL, which still has it, becomes the order.
        pop     de
        ld      a,l
        ld      (de),a
        inc     e
        ld      a,h
        ld      (de),a
        inc     e
        ; The bonus of a killer, and of a move that checks; HL is the order.
        ld      a,(j_bonus)
        add     a,l
        ld      l,a
        jr      nc,2f
        inc     h
2:      ld      a,ixl
        bit     5,a                     ; FLAG_CHECK
        jr      nz,.Lchecks
.Lno_bonus:
        rra                             ; FLAG_CAPTURE
        jr      c,.Lcaptures
.Lorder:
        ; Store the order. inc de: the next record may begin a page.
        ld      a,l
        ld      (de),a
        inc     e
        ld      a,h
        ld      (de),a
        inc     de
        ld      (sorted_top),de
        ret
        ; With flags: a capture, castling or promotion, or a check only.
.Lflags:
        call    after_flags
        jr      hook_listed
.Lchecks:
        ; The profile's bonus for a check, in 16 bits. A = flags again.
        ld      a,(profile_check_bonus)
        ld      c,a
        ld      b,0
        add     hl,bc
        ld      a,ixl
        jr      .Lno_bonus
.Lcaptures:
        ; Where captures are sorted by swap-off, what the capturer loses there
        ; is taken off, four times: from sixteenths of a pawn to 64ths.
        ld      a,(switches2)
        bit     SWAP_SORT,a
        jr      z,.Lorder
        push    de
        push    hl
        ld      hl,(j_move)
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      b,(hl)                  ; C = from, E = to, B = flags
        call    exchange_loss
        ld      e,a                     ; DE = loss
        ld      d,0
        pop     hl
        or      a
        sbc     hl,de
        sbc     hl,de
        sbc     hl,de
        sbc     hl,de
        pop     de
        jr      .Lorder

; list_full - list all quiet moves
;
; In      n_first_waiting to raw_end
; Out     sorted_top; raw_end = n_first_waiting
; Uses    everything
;
; The common path is inlined, with emit. IXH is the offset of the ply's killers
; in their page. IYL is not 0 if each move must be tested for check: there is a
; bare piece, or all are evasions.
list_full:
        ; $FF ends the waiting moves. IXH = 4 * ply, the ply's place in killers.
        ld      hl,(raw_end)
        ld      (hl),0xFF
        ld      a,(ply)
        add     a,a
        add     a,a
        ld      ixh,a
        ; Evasions are not looked up in the attack map, so it is not made for
        ; them.
        ld      a,(n_evasion)
        or      a
        push    af
        call    z,hits_of
        pop     af
        ; IYL = bares or evasions: not 0, each move goes the long way.
        ld      hl,bares
        or      (hl)
        ld      iyl,a
        ld      hl,(n_first_waiting)
        jp      .Lmove

.Lthreat:
        ; threatens_mate changes all registers of the loop.
        push    bc
        push    de
        push    ix
        push    iy
        call    threatens_mate
        pop     iy
        pop     ix
        pop     de
        pop     bc
        ; ld keeps carry: the move threatens mate, or the next category is
        ; tried.
        ld      a,THREAT
        jp      c,.Lplain
        jp      .Lno_threat

        ; Castling, an evasion, or a move that points at the king or may
        ; uncover a check.
.Lsurely:
        ; Carry set: A = FIRST_CHECK, CHECK or EVASION. Other castling moves
        ; (bit 2) are killers or forward moves; the rest goes on below.
        push    bc
        call    judge_check
        pop     bc
        jr      c,.Lemit
        bit     2,b
        jp      z,.Lwithout_check
        ; Castling: a killer if the profile has killers and it is one.
        ld      a,(switches)
        bit     KILLERS,a
        call    nz,is_killer
        ld      a,(j_killer)
        or      a
        ld      a,KILLER
        jr      nz,.Lemit
        ld      a,FORWARD
        jr      .Lemit

.Lkillers_piece:
        ; The piece has a killer's from. Is the move one, and does the profile
        ; use killers? A killer that loses its piece counts as losing (NZ).
        ld      a,(switches)
        bit     KILLERS,a
        jp      z,.Lno_killer
        call    is_killer
        ld      a,(j_killer)
        or      a
        jp      z,.Lno_killer
        ; loses changes BC and DE.
        push    bc
        push    de
        call    loses
        pop     de
        pop     bc
        ld      a,LOSING
        jr      nz,.Lemit
        ld      a,KILLER
.Lemit: call    emit
        xor     a                       ; only a killer has one
        ld      (j_bonus),a
        jp      .Lnext_move

        ; The next waiting move, $FF at the end.
.Lmove: ld      a,(hl)
        inc     a
        jp      z,.Ldone
        ld      (j_move),hl
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      b,(hl)
        ld      h,board >> 8
        ld      l,c
        ld      d,(hl)
        ; From here on C is from, E to, B the flags, D the board byte.
        bit     2,b
        jr      nz,.Lsurely             ; castling
        ; Take the long way if it points at the enemy king from its new square,
        ; or if IYL is not 0. Nearly all moves do neither.
        ld      a,(enemy_king)
        sub     e
        ld      l,a
        ld      h,attack_table >> 8
        ld      a,d
        and     (hl)
        or      iyl
        jr      nz,.Lsurely
.Lwithout_check:
        ; Only the from of both killers is compared here; most moves end with
        ; that.
        ld      h,killers >> 8
        ld      a,ixh
        ld      l,a
        ld      a,c
        cp      (hl)
        jr      z,.Lkillers_piece
        ; The second killer's from.
        inc     l
        inc     l
        cp      (hl)
        jr      z,.Lkillers_piece
.Lno_killer:
        ; Is the new square hit (mark >= stamp), or the old one by a slider
        ; (mark > stamp)? Then the piece may be lost.
        ld      h,hits >> 8
        ld      l,e
        ld      a,(hits_stamp)
        cp      (hl)
        jr      c,.Lhit
        jr      z,.Lhit
        ld      l,c
        cp      (hl)
        jr      c,.Lhit                 ; a slider behind
.Lkeeps:
        ; It loses nothing. Threats of mate, if the profile prices them.
        ld      a,(switches)
        bit     MATE_THREATS,a
        jp      nz,.Lthreat
.Lno_threat:
        ; Carry set: it attacks a more valuable piece.
        push    bc
        call    attacks
        pop     bc
        ld      a,ATTACK
        jr      c,.Lplain
        ; Up the board for white, down for black?
        ld      a,c
        and     0x70
        ld      l,a
        ld      a,e
        and     0x70
        sub     l                       ; its sign in bit 7: ranks differ by $70 at most
        jr      z,.Lbackward
        ; The sign is exclusive-ored with the colour, bit 7 of D for black: 0
        ; means towards the enemy.
        xor     d
        rla
        ld      a,FORWARD
        jr      nc,.Lplain
.Lbackward:
        ld      a,BACKWARD

        ; emit for a move without flags that matter, A = category.
.Lplain:
        ld      hl,nodes
        inc     (hl)
        jr      nz,1f
        inc     l
        inc     (hl)
        ; The first four bytes of the record.
1:      ld      hl,(sorted_top)
        ld      (hl),c
        inc     l
        ld      (hl),e
        inc     l
        ld      (hl),b
        inc     l
        ld      (hl),a
        inc     l
        push    hl
        ; Value = static value + entry of to - entry of from, in the page of the
        ; piece's table. A difference of bytes and its borrow make 16 bits.
        ld      h,pst_page >> 8
        ld      l,d
        ld      h,(hl)
        ld      l,e
        ld      a,(hl)
        ld      l,c
        sub     (hl)
        ld      l,a
        sbc     a,a
        ld      h,a
        ld      de,(n_static)
        add     hl,de
hook_listed_quiet:              ; HL = value, j_move
        ; Without a bonus, value and order are the same. inc hl: the next record
        ; may begin a page.
        pop     de
        ex      de,hl
        ld      (hl),e
        inc     l
        ld      (hl),d
        inc     l
        ld      (hl),e
        inc     l
        ld      (hl),d
        inc     hl
        ld      (sorted_top),hl
        ; Go on with the next move.
.Lnext_move:
        ld      hl,(j_move)
        inc     hl
        inc     hl
        inc     hl
        jp      .Lmove
        ; No quiet move waits any more.
.Ldone: ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        ret

        ; NZ: it loses the piece or some of its value.
.Lhit:  push    bc
        push    de
        call    loses_hit
        pop     de
        pop     bc
        jp      z,.Lkeeps
        ld      a,LOSING
        jp      .Lplain

; is_killer - is the move a killer of this ply?
;
; In      C = from, E = to, ply
; Out     yes: j_killer 1, j_bonus the profile's; no: j_killer 0
; Uses    AF HL
is_killer:
        ; HL -> the ply's killers: from, to, from, to.
        ld      a,(ply)
        add     a,a
        add     a,a
        ld      l,a
        ld      h,killers >> 8
        ld      a,(hl)                  ; from of the first
        inc     l
        cp      c
        jr      nz,.Lsecond
        ld      a,(hl)                  ; and to
        cp      e
        jr      z,.Lkiller
.Lsecond:
        ; The second killer.
        inc     l
        ld      a,(hl)
        cp      c
        jr      nz,.Lnone
        inc     l
        ld      a,(hl)
        cp      e
        jr      z,.Lkiller
        ; Not a killer: j_bonus is 0 already.
.Lnone: xor     a
        ld      (j_killer),a
        ret
.Lkiller:
        ; The bonus lasts until emit; list_full and judge_half clear it then.
        ld      a,(profile_bonus)
        ld      (j_bonus),a
        ld      a,1
        ld      (j_killer),a
        ret
