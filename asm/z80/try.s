; try.s - trying a node's moves: picking, following up, testing

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global try_all, try_waiting, scout, pick_next, pick_best, follow, test, best
        .global hook_priced, hook_beta_test, hook_alpha_test, hook_best

        .text

; try_all - search the moves of a node's list, the sorted part from the highest
; order down, then the waiting part as it stands; ends node
;
; In      n_first_sorted to sorted_top, n_first_waiting to raw_end
; Out     as node; both stacks without them
; Uses    as node
try_all:
        ; INFINITY: no quiet move has been priced yet (price_of). Without sorted
        ; moves only the waiting ones are left.
        ld      hl,INFINITY
        ld      (n_best_quiet),hl
        COUNT_SORTED
        ld      (n_left),a
        or      a
        jr      z,.Lwaiting
        ld      hl,(n_first_sorted)
        dec     a
        jr      z,.Lpick                ; nothing to choose
        call    pick_best               ; two or more: the best of them
        jr      .Lpick
.Lnext_move:
        call    pick_next
        ; price_of gives C, the price of the record at HL.
.Lpick: ld      (n_move),hl
        call    price_of
hook_priced:                    ; C = price, n_move
        ld      a,c
        ld      (move_price),a
        ; With one budget a price above it is terminal, which is tested inline.
        ld      a,(switches)
        rrca                            ; TWO_BUDGETS
        jr      c,.Ltwo_budgets
        ld      a,(n_sx)                ; spent, with one budget
        cp      c
.Lbudget:
        jr      c,.Lterminal
        ld      a,(profile_late)        ; late moves are reduced?
        or      a
        jp      nz,.Lis_it_late
        ; SCOUT: a null window is tried first.
.Lpays: ld      a,(switches2)
        bit     SCOUT,a
        jp      nz,.Lscouts
.Lwhole_window:
        call    follow
.Lfollowed:
        ; Carry: the move is dropped, its value does not matter. When the search
        ; was stopped, alpha so far is the result; carry is clear from or.
        jr      c,.Ldropped
        ld      a,(stopped)
        or      a
        jr      nz,.Lalpha              ; with carry clear
        ; Negate the child's value: DE = 0 - value; A is 0
        ; already.
        ex      de,hl
        ld      h,a
        ld      l,a
        sbc     hl,de
        ex      de,hl                   ; DE = the child's value from here
        ; At the root A = 0 here, as .Lroot_tried needs it.
        ld      a,(ply)
        or      a
        call    z,.Lroot_tried
.Lvalue:
        ; Carry: the move cuts off. Else the next of the sorted moves, or with A
        ; = 0 the waiting ones, none of which checks.
        call    test
        jr      c,.Lcutoff
.Ltried:
        ld      hl,n_left
        dec     (hl)
        jr      nz,.Lnext_move
.Lwaiting:
        xor     a

; try_waiting - value and test the waiting moves of a node; ends try_all and
; node
;
; In      n_first_waiting to raw_end; A as scan_quiet; n_first_sorted
; Out     as try_all
; Uses    as node
try_waiting:
        ld      de,(n_first_waiting)
        call    scan_quiet
        jr      c,.Lcutoff
.Lalpha:                                ; with carry clear
        ; The stacks of moves end where the node found them. ld leaves carry as
        ; it is: clear with alpha, set with beta.
        ld      hl,(n_first_sorted)
        ld      (sorted_top),hl
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        ld      hl,(n_alpha)
        ret
        ; As above, for a cutoff.
.Lcutoff:                               ; with carry set
        ld      hl,(n_first_sorted)
        ld      (sorted_top),hl
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        ld      hl,(n_beta)
        ret

.Ltwo_budgets:
        call    spent
        jp      .Lbudget

.Ldropped:
        ; A dropped root move has been searched all the same.
        ld      a,(ply)
        or      a
        call    z,.Lroot_tried
        jr      .Ltried

.Lterminal:
        ; DE = the static value in the record; whether it checks is in the
        ; flags, so scan_checks is 0.
        ld      hl,(n_move)
        set     2,l                     ; REC_SCORE
        ld      e,(hl)
        inc     l
        ld      d,(hl)
        ; Checks are in the flags. The value is tested like a child's.
        xor     a
        ld      (scan_checks),a
        call    terminal
        ld      a,(ply)
        or      a
        call    z,.Lroot_tried
        jr      .Lvalue

; The budget pays for the move, but it may be late: then it must first beat
; alpha at its late price or, if that is too expensive, by its static value. C =
; move_price.
.Lis_it_late:
        call    late_price
        ; carry clear: it is not late. Else A = the late price: can that be
        ; paid?
        jp      nc,.Lpays
        ld      c,a
        call    spent
        jr      c,.Llate_terminal
        ; Not better than alpha at the late price: that value is taken. Better:
        ; the move is searched at its own price.
        call    scout
        jr      c,.Ldropped
        jp      z,.Lpays
        jp      .Lfollowed              ; with carry clear
.Llate_terminal:
        ; Static value <= alpha: terminal finds no more than that.
        ld      hl,(n_move)
        set     2,l                     ; REC_SCORE
        ld      e,(hl)
        inc     l
        ld      d,(hl)
        ld      hl,(n_alpha)
        or      a
        sbc     hl,de
        jr      nc,.Lterminal
        jp      .Lpays                  ; above alpha

; Once alpha has been raised, the others are searched with a null window, and
; again with the whole window if they turn out better.
.Lscouts:
        ; pv_len of the ply is 0 until alpha has been raised at this node.
        ld      a,(ply)
        add     a,pv_len & 255
        ld      l,a
        ld      h,pv_len >> 8
        ld      a,(hl)
        or      a
        jp      z,.Lwhole_window
        ; C = the move's own price.
        ld      a,(move_price)
        ld      c,a
        call    scout
        jr      c,.Ldropped
        jp      z,.Lwhole_window
        jp      .Lfollowed              ; with carry clear

; A root move has been searched. A is 0, carry is clear, DE stays.
.Lroot_tried:
        ; limited = 1: from now on limits count. BC = the move.
        inc     a
        ld      (limited),a
        ld      hl,(n_move)
        ld      c,(hl)
        inc     l
        ld      b,(hl)
        ; carry is clear. The last iteration's best move begins the count of
        ; line_tried, and every root move after it goes on with it.
        ld      hl,(n_pv)
        sbc     hl,bc
        ld      hl,line_tried
        jr      z,.Lline_tried
        ld      a,(hl)
        or      a
        ret     z
.Lline_tried:
        inc     (hl)
        ret

; scout - follow a move up with a null window
;
; In      n_move, C = price to search it for; n_alpha, n_beta
; Out     carry set: the move is to be dropped; else Z set: it is better than
;         alpha, clear: it is not, or the search was stopped, and HL = the
;         child's value. move_price stays where it is better
; Uses    as node
scout:  ld      hl,(n_beta)
        ; beta is saved on the stack, and n_beta is alpha + 1. The price given
        ; takes the place of move_price, whose own one waits too.
        push    hl
        ld      hl,(n_alpha)
        inc     hl
        ld      (n_beta),hl
        ld      hl,move_price
        ; A = its own price, which waits; C is the child's.
        ld      a,(hl)
        ld      (hl),c
        push    af
        call    follow
        ; The stack's top becomes the child's value while HL is the old beta.
        ; The pops leave carry, by which follow drops the move.
        pop     bc                      ; B = its own price
        ex      (sp),hl
        ld      (n_beta),hl
        pop     hl
        ret     c
        ld      a,b
        ld      (move_price),a
        ; Stopped: NZ, as not better.
        ld      a,(stopped)
        or      a
        ret     nz
        ; HL = 0 - child's value, the move's. With the 1 of carry it is above
        ; alpha where value - alpha - 1 does not borrow.
        ex      de,hl
        ld      h,a
        ld      l,a
        sbc     hl,de                   ; the move's value; carry was clear
        ld      bc,(n_alpha)            ; and is set now, for no score is 0
        sbc     hl,bc
        ; HL = the child's value again. Z set, A = 0: better than alpha.
        ex      de,hl
        sbc     a,a                     ; 0 above alpha
        or      a
        ret

; pick_next - pick the best untried move, after the first
;
; In      n_move, the move that has been tried; else as pick_best
; Out     as pick_best
; Uses    as pick_best
;
; Where pick_best left the place of the second best order, that record is the
; next move, without a scan; every second move comes so.
pick_next:
        ; HL -> high byte of the order of the record tried: 0, or the high byte
        ; of the place that pick_best noted.
        ld      hl,(n_move)
        ld      a,l
        add     a,REC_ORDER+1
        ld      l,a
        ld      a,(hl)
        or      a
        jr      z,pick_best
        ; The orders of the move tried and of the one picked become 0: a scan
        ; passes over both. HL = the record picked.
        ld      (hl),0
        ld      d,a
        dec     l
        ld      e,(hl)
        ld      (hl),0
        ex      de,hl
        xor     a
        ld      (hl),a
        dec     l
        ld      (hl),a
        ld      a,l
        sub     REC_ORDER
        ld      l,a
        ret

; pick_best - pick the best untried move, the first of equals
;
; In      n_first_sorted, sorted_top; a list that is not empty
; Out     HL = its record, whose order is now the place of the next best one's
;         order, as pick_next needs it, or 0
; Uses    AF BC DE BC' DE' HL'
;
; Orders are 16 bits. Behind the last record, where the next one would have its
; order, a high byte of $FF ends the loop: no move has an order that high. One
; scan finds the best two records, which takes a third more time than finding
; one and saves every second scan (pick_next).
;
; In the loop:
;   HL      high byte of the order of the record at hand
;   BC      REC_ORDER + 1, the step from there to the next record's low byte
;   DE      the second best order, 0 while there is none
;   DE'     high byte of the order of the best record
;   BC'     its order
;   HL'     high byte of the second best order, if DE > 0
pick_best:
        ; The end mark, then the first record, which is the best so far.
        ld      hl,(sorted_top)
        ld      bc,REC_ORDER+1
        add     hl,bc
        ld      (hl),0xFF
        dec     l
        ld      (hl),c
        ld      hl,(n_first_sorted)
        ; DE' = high byte of its order, BC' = its order; the second best is
        ; none, 0.
        add     hl,bc
        push    hl
        exx
        pop     de
        ld      a,(de)
        ld      b,a
        dec     e
        ld      a,(de)
        ld      c,a
        inc     e
        exx
        ld      de,0

        ; Not above the second best: nothing changes. This is the common
        ; case: 47 T-states a record.
.Lworse:
        add     hl,bc                   ; from high byte to low byte
        ld      a,e
        sub     (hl)
        inc     l
        ld      a,d
        sbc     a,(hl)
        jp      nc,.Lworse

        ; Above the second best, or the end mark. DE is its order from here.
        ld      a,(hl)
        inc     a
        jr      z,.Lpicked
        ld      d,(hl)
        dec     l
        ld      e,(hl)
        inc     l

        ; The best order minus this one: carry if this one is better.
        push    hl
        push    de
        exx
        pop     hl
        ld      a,c
        sub     l
        ld      a,b
        sbc     a,h
        pop     hl
        jr      c,.Lbest

        ; HL' = this record. It is the new second best.
        exx
        jp      .Lworse

        ; It is the new best, and the old best is the second best: DE' and
        ; HL' change places, and so do BC' and DE.
.Lbest: ex      de,hl
        push    bc
        exx
        ex      de,hl
        ex      (sp),hl
        ex      de,hl
        exx
        pop     bc
        exx
        jp      .Lworse

        ; The order of the best record is replaced by the place of the second
        ; best one's, or 0 if none was found (D = 0). So pick_next needs no
        ; scan for it, and the record, with order 0, is not picked again
        ; by a scan: pick_next clears the place. The register sets have
        ; changed places; nothing else is kept in either.
.Lpicked:
        ld      a,d
        or      a
        exx
        ex      de,hl
        jr      nz,.Lboth
        ld      e,a
        ld      d,a
.Lboth: ld      (hl),d
        dec     l
        ld      (hl),e
        ld      a,l
        sub     REC_ORDER
        ld      l,a
        ret

; follow - make a move, search the position after it and take it back
;
; In      n_move, move_price
; Out     carry set: the move is to be dropped; else HL = the child's value
; Uses    as node
;
; The node's state is saved on the stack: 290 T-states each way, instead of 430
; by LDI to another area.
follow:
        ; The first ten bytes of n_block, which the child's budgets, value and
        ; window overwrite.
        .irp    at, 0, 2, 4, 6, 8
        ld      hl,(n_block+\at)
        push    hl
        .endr

        ; budgets
        ld      a,(switches)
        rrca                            ; TWO_BUDGETS
        ld      hl,move_price
        ld      a,(n_sx)
        jp      c,.Ltwo
        sub     (hl)                    ; there is as much
        ld      (n_sx),a
.Lbudgets:
        ; checks
        ; A checking move makes n_maybe 1, else it is 0. En passant and castling
        ; are flagged where they only may check, and do not count as a check
        ; given.
        ld      hl,(n_move)
        ld      e,(hl)
        inc     l
        ld      d,(hl)                  ; DE = move
        inc     l
        ld      a,(hl)
        and     FLAG_CHECK
        ld      (n_maybe),a
        jr      z,.Lno_check
        ld      a,1                     ; look needs 1
        ld      (n_maybe),a
        ld      a,(hl)
        and     FLAG_EN_PASSANT | FLAG_CASTLE
        jr      nz,.Lno_check
        ; side + 1 is the side's bit: 1 or 2.
        ld      a,(side)
        inc     a
        ld      hl,n_checked
        or      (hl)
        ld      (hl),a
.Lno_check:
        ; the principal variation
        ; The child is on the principal variation if this move is the line's:
        ; n_pv is 0 where the node is not. A = 0 or 1.
        ld      hl,(n_pv)
        ld      a,h
        or      l
        jr      z,.Lfollowing
        xor     a
        sbc     hl,de
        jr      nz,.Lfollowing          ; HL = DE: this is the line's move
        inc     a
.Lfollowing:
        ld      (n_following),a
        ; window and value from the other side
        ; The child's static value is 0 - the move's, two bytes one after the
        ; other; ld keeps the borrow.
        ld      hl,(n_move)
        set     2,l                     ; REC_SCORE
        xor     a
        sub     (hl)
        ld      (n_static),a
        inc     l
        ; The high byte, with the borrow.
        ld      a,0
        sbc     a,(hl)
        ld      (n_static+1),a
        ; The child's beta is 0 - alpha and its alpha 0 - beta.
        ld      de,(n_alpha)
        xor     a
        ld      h,a
        ld      l,a
        sbc     hl,de
        ld      de,(n_beta)
        ; carry is clear for the second one.
        ld      (n_beta),hl
        ld      h,a
        ld      l,a
        or      a
        sbc     hl,de
        ld      (n_alpha),hl

        ; Does a pass cut the child, as far as can be known before the move is
        ; made? Carry: yes, so the move is dropped without being made.
        ld      hl,ply
        inc     (hl)
        call    passes_ahead
        jr      c,.Lwhole               ; it is dropped: no value is wanted
        ; The rest of n_block. A, kept around make_move, is 1 where the child
        ; does not pass and neither a draw nor a limit ends it, else 0.
        .irp    at, 10, 12, 14, 16, 18, 20
        ld      hl,(n_block+\at)
        push    hl
        .endr
        push    af
        ld      hl,(n_move)
        call    make_move
        pop     af
        ; A = 1: only the rest of node is left to do.
        or      a
        jr      nz,.Lunpassed
        call    node
.Lsearched:
        ; Value and carry of the child wait while the move is taken back; then
        ; the last six words of n_block. DE = the value.
        push    hl
        push    af
        call    unmake_move
        pop     af
        pop     de
        .irp    at, 20, 18, 16, 14, 12, 10
        pop     hl
        ld      (n_block+\at),hl
        .endr
.Lwhole:
        ld      hl,ply
        dec     (hl)                    ; which leaves carry
        .irp    at, 8, 6, 4, 2, 0
        pop     hl
        ld      (n_block+\at),hl
        .endr
        ex      de,hl
        ret

        ; Two budgets: A = n_sx - price, or 0 if that is negative. If they are
        ; shared, the missing part (L, negative) is taken from the other side's.
.Ltwo:  sub     (hl)
        jr      nc,.Lleft
        ld      l,a
        ld      a,(profile_budgets)
        cp      BUDGETS_SHARED
        jr      nz,.Lnothing
        ld      a,(n_other)             ; it borrows the missing part
        add     a,l
        ld      (n_other),a
.Lnothing:
        xor     a
        ; The sides change places: the child's n_sx is n_other, and its n_other
        ; what is left.
.Lleft: ld      hl,(n_sx)
        ld      l,h
        ld      h,a
        ld      (n_sx),hl
        jp      .Lbudgets

        ; The tests of node before that for a pass are done.
.Lunpassed:
        ; No variation yet at this ply, and no check to look for: A = 0.
        ld      a,(ply)
        add     a,pv_len & 255
        ld      l,a
        ld      h,pv_len >> 8
        ld      (hl),0
        xor     a
        call    look_node
        call    expand_unpassed
        jr      .Lsearched

; test - compare a move's value with the window
;
; In      DE = value, n_move, n_alpha, n_beta
; Out     carry set: a cutoff; else n_alpha and the principal variation
; Uses    AF BC DE HL
test:
hook_beta_test:                 ; DE = value, n_move, n_alpha, n_beta
        ld      hl,(n_beta)             ; with carry set: one less
        scf
        sbc     hl,de                   ; carry: value >= beta
        jr      c,.Lcut
hook_alpha_test:                ; DE = value, n_move, n_alpha
        ; carry is clear. alpha - value borrows where the value is above alpha.
        ld      hl,(n_alpha)
        sbc     hl,de
        ret     nc
        ; alpha is raised. Bit 7 of cut_rules: the cache remembers the move.
        ld      (n_alpha),de
        ld      a,(cut_rules)
        rla
        call    c,remember
        ld      a,(ply)
        or      a
        jr      nz,best
        ; At the root the value is the score so far.
        ld      (root_score),de

; best - make a move and the line below it the principal variation of a
; ply; ends test
;
; In      A = ply, n_move
; Out     pv_len, the ply's variation; carry clear
; Uses    AF BC DE HL
best:   ld      c,a
        ; C = ply. DE = where its variation lies; HL, on the stack, -> the row
        ; of the ply below.
        add     a,a
        add     a,pv_rows & 255
        ld      l,a
        ld      h,pv_rows >> 8
        ld      e,(hl)
        ; The next word of pv_rows is the child's row.
        inc     l
        ld      d,(hl)
        inc     l
        push    hl
        ld      hl,(n_move)
hook_best:                      ; n_move
        ; The move comes first.
        ld      a,(hl)
        inc     hl
        ld      (de),a
        inc     e
        ld      a,(hl)
        ld      (de),a
        inc     e
        ; A = length of the child's variation; this one is one longer.
        ld      a,c
        add     a,(pv_len + 1) & 255
        ld      l,a
        ld      h,pv_len >> 8
        ld      a,(hl)
        dec     l
        inc     a
        ld      (hl),a
        ; The child's moves follow, two bytes each, from its row. Without any
        ; this is all.
        pop     hl
        dec     a
        ret     z                       ; carry is clear
        add     a,a
        ld      c,a
        ld      b,0
        ld      a,(hl)
        inc     l
        ld      h,(hl)
        ld      l,a
        ldir
        ret                             ; carry is clear

; A quiet move that cuts off is a killer of the ply.
.Lcut:  ld      a,(cut_rules)
        ; Bit 7: remember the move. Z clear without it: keep
        ; killers.
        add     a,a
        jr      c,.Lremember
.Lremembered:
        jr      z,.Lno_killer
        ; Only quiet moves are killers. DE = the move.
        ld      hl,(n_move)
        ld      e,(hl)
        inc     hl
        ld      d,(hl)
        inc     hl
        ld      a,(hl)
        and     FLAG_CAPTURE | FLAG_PROMOTION
        jr      nz,.Lno_killer
        ld      a,(ply)
        ; HL -> the ply's two killers, four bytes. BC = the first.
        add     a,a
        add     a,a
        ld      l,a                     ; killers begins a page
        ld      h,killers >> 8
        ld      c,(hl)
        inc     l
        ld      b,(hl)
        ; The same move once more changes nothing.
        ld      a,e
        cp      c
        jr      nz,.Lnew_killer
        ld      a,d
        cp      b
        jr      z,.Lno_killer
.Lnew_killer:
        ; It is the first now, and the old first one the second.
        ld      (hl),d
        dec     l
        ld      (hl),e
        inc     l
        inc     l
        ld      (hl),c
        inc     l
        ld      (hl),b
.Lno_killer:
        scf
        ret
.Lremember:
        call    remember
        ld      a,(cut_rules)
        and     1 << KILLERS
        jr      .Lremembered
