| early.s - killers tried before the quiet moves are generated

        .include "memory.inc"
        .include "score.inc"
        .include "search.inc"

        .global try_killers, killers_part, early_killer, drop_early
        .global drop_move
        .global hook_killer, hook_killers

| KILLER_HERE - the sum of early_killer for the killer of bit \which of n_any,
| \at bytes behind the ply's first one, on to a label where it isn't.
|
| In      A2 = the ply's killers, n_static, look's result
| Out     D3 = from, D4 = to, D5 = flags, D0 = static value after it
| Uses    D1 D2 A0 A1
        .macro  KILLER_HERE which, at, none
        | Its bit in n_any is set where it has been tried. D3 and D4 = the move;
        | 0 is none.
        btst    #\which,n_any(%a6)
        bne     \none
        moveq   #0,%d3
        move.b  \at(%a2),%d3
        moveq   #0,%d4
        move.b  \at+1(%a2),%d4
        move.b  %d3,%d0
        or.b    %d4,%d0
        beq     \none                   | no killer yet
        bsr     is_legal                | which leaves its flags in D5
        beq     \none
        | No flags: a plain quiet move, evaluated here. A capture or promotion
        | is no killer here.
        move.b  %d5,%d0
        bne.s   .Lflags\@
        TABLES  %a1                     | after_quiet inline
        MOVER   %d3,%a1,%a0,%d2,%d1
        QUIET   %d4,%a0,%d2,%d0
        bra.s   .Lquiet\@
.Lflags\@:
        andi.b  #FLAG_CAPTURE+FLAG_PROMOTION,%d0
        bne     \none
        bsr     after
.Lquiet\@:
        .endm

| KILLERS_AT - A2 = the killers of the ply. Uses D0. 40 cycles.
        .macro  KILLERS_AT
        moveq   #0,%d0                  | four bytes a ply
        move.b  ply-G(%a5),%d0
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     killers-G(%a5),%a2
        adda.w  %d0,%a2
        .endm

        .text

| try_killers - try the killers, one by one, at a node where they end the line,
| before anything is generated
|
| In      The result of look, n_following, n_any: FRONTIER if killers that check
|         end it too
| Out     D1 = 1, Z clear: a cutoff; else 0, and n_any: what has been tried
| Uses    D0-D7 A0-A4
try_killers:
        | Not without killers, not on the principal variation, not near a draw
        | by fifty moves.
        btst    #KILLERS,switches-G(%a5)
        beq     .Lnone
        tst.b   n_following-G(%a5)
        bne     .Lnone
        cmpi.b  #FIFTY_MOVES,half-G(%a5)
        bcc     .Lnone                  | never the root: it is on the variation
        KILLERS_AT
        KILLER_HERE KILLER_1, 0, .Lno_first
        cmp.w   n_beta(%a6),%d0
        blt.s   .Lno_first              | it can't cut
        | D7 = its bit. Z clear: a cutoff.
        moveq   #1<<KILLER_1,%d7
        move.l  %a2,-(%sp)
        bsr.s   .Lcheckless
        movea.l (%sp)+,%a2              | which keeps the flags
        bne     .Lcut
.Lno_first:
        KILLER_HERE KILLER_2, 2, .Lnone
        cmp.w   n_beta(%a6),%d0         | nor can the second
        blt.s   .Lnone
        moveq   #1<<KILLER_2,%d7
.Lcheckless:
        | At a frontier any killer may be tried. At a half-frontier one that
        | checks is followed up, so it is left to the list.
        btst    #FRONTIER,n_any(%a6)
        bne.s   .Ltry
        btst    #5,%d5
        bne.s   .Lnone                  | castling may check
        move.w  %d3,%d0
        move.b  (%a5,%d3.w),%d6
        bsr     gives_check
        bne.s   .Lnone
        | The move alone is a list of raw moves, to be evaluated and tested by
        | scan_moves.
.Ltry:  move.l  raw_end-G(%a5),n_first_waiting(%a6)
        bsr     .Ltake
hook_killer:                    | n_first_waiting, raw_end
        ANY_WAITING
        beq.s   .Lnone
        bset    #0,n_any(%a6)
        | Whether it checks is not known yet.
        move.b  #1,scan_checks-G(%a5)
        movea.l n_first_waiting(%a6),%a0
        bsr     scan_moves
        | The list is empty again.
        move.l  n_first_waiting(%a6),raw_end-G(%a5)
        tst.b   %d1
.Lcut:  rts
.Lnone: moveq   #0,%d1
        rts

| killers_part - try the killers of a node before its other quiet moves; at
| a half-frontier only those that may cut
|
| In      The result of look, n_any
| Out     as node; n_any: what has been tried
| Uses    as node
killers_part:
        | As in try_killers.
        btst    #KILLERS,switches-G(%a5)
        beq.s   .Lnone
        btst    #FOLLOWING,n_any(%a6)
        bne.s   .Lnone
        cmpi.b  #FIFTY_MOVES,half-G(%a5)
        bcc.s   .Lnone                  | never the root: it is on the variation
        cmpi.l  #sorted_stack + REC_SIZE*(SORTED_SPACE-2),sorted_top-G(%a5)
        bhi.s   .Lnone                  | no room for two
        KILLERS_AT
        KILLER_HERE KILLER_1, 0, .Lno_killer_1
        moveq   #1<<KILLER_1,%d7        | its bit
        bsr     .Lkiller
.Lno_killer_1:
        KILLER_HERE KILLER_2, 2, .Lno_killer_2
        moveq   #1<<KILLER_2,%d7
        bsr.s   .Lkiller
.Lno_killer_2:
        | Neither is to be tried: go on with the other moves.
        ANY_WAITING
        beq     .Lnone
hook_killers:                   | n_first_waiting, raw_end
        ANY_WAITING
        beq     .Lnone
        | A list of one or two, tried like any.
        bset    #0,n_any(%a6)
        bsr     list_begin
        bsr     list_full               | killers need no targets
        bra     try_all

| Take the killer of bit D7, where it is to be tried.
.Lkiller:
        tst.b   n_any(%a6)              | STAGED_NODE
        bmi.s   .Ltake
        | At a half-frontier only one whose static value reaches beta.
        cmp.w   n_beta(%a6),%d0
        blt     .Lout

| Append the move at hand, the killer of bit D7.
.Ltake: or.b    %d7,n_any(%a6)
        | A raw move: from, to, flags, and the free byte.
        movea.l raw_end-G(%a5),%a0
        move.b  %d3,(%a0)+
        move.b  %d4,(%a0)+
        move.b  %d5,(%a0)+
        clr.b   (%a0)+
        move.l  %a0,raw_end-G(%a5)
        rts

| early_killer - is an untried killer of the ply legal and quiet here?
|
| In      D7.b = its bit of n_any, of KILLER_1 or KILLER_2; ply, n_static,
|         look's result
| Out     Z clear: it is, D3 = from, D4 = to, D5 = flags, and D0 = static value
|         after it
| Uses    D1 D2 D3 D4 D5 A0 A1
early_killer:
        move.l  %a2,-(%sp)
        KILLERS_AT
        | Which of the two does D7 select?
        btst    #KILLER_1,%d7
        beq.s   .Lsecond
        KILLER_HERE KILLER_1, 0, .Lno
        bra.s   .Lhere
.Lsecond:
        KILLER_HERE KILLER_2, 2, .Lno
.Lhere: movea.l (%sp)+,%a2
        moveq   #1,%d1
.Lout:  rts
.Lno:   movea.l (%sp)+,%a2
        moveq   #0,%d1
        rts

| drop_early - drop the killers already tried from the quiet moves
|
| In      n_first_waiting to raw_end, all quiet moves; n_any, ply
| Out     raw_end
| Uses    D0 D1 D3 D4 A0 A1
drop_early:
        | The bits of n_any say which have been tried.
        moveq   #(1<<KILLER_1)+(1<<KILLER_2),%d0
        and.b   n_any(%a6),%d0
        beq.s   .Lout
        btst    #KILLER_1,%d0
        beq.s   .Lonly_second
        moveq   #0,%d0
        bsr.s   .Ldrop
        btst    #KILLER_2,n_any(%a6)
        beq.s   .Lout
.Lonly_second:
        moveq   #2,%d0
        | The killer's bytes: D0 is 0 or 2, for the first or the second.
.Ldrop: moveq   #0,%d1
        move.b  ply-G(%a5),%d1
        add.w   %d1,%d1
        add.w   %d1,%d1
        or.b    %d0,%d1
        lea     killers-G(%a5),%a0
        adda.w  %d1,%a0
        move.b  (%a0)+,%d3
        move.b  (%a0),%d4
        movea.l n_first_waiting(%a6),%a0

| drop_move - take a move out of a list, if it is there
|
| In      D3.b, D4.b = the move; A0 = the first raw move, raw_end
| Out     raw_end
| Uses    D0 A0 A1
|
| Behind the last move stands this one, to end the search.
drop_move:
        | D0 = the move as a word; it goes behind the last, so the search always
        | ends.
        move.w  %d3,%d0
        lsl.w   #8,%d0
        or.b    %d4,%d0
        movea.l raw_end-G(%a5),%a1
        move.w  %d0,(%a1)
        bra.s   .Lfind
.Lanother:
        addq.l  #4,%a0
.Lfind: cmp.w   (%a0),%d0
        bne.s   .Lanother
        | Found at the mark: it is not in the list.
        cmpa.l  %a1,%a0
        beq.s   .Lgone                  | it wasn't there
        | One move less; those behind it move down.
        subq.l  #4,%a1
        move.l  %a1,raw_end-G(%a5)
        bra.s   .Lwhole
.Lup:   move.l  4(%a0),(%a0)+
.Lwhole:
        cmpa.l  %a1,%a0
        bne.s   .Lup
.Lgone: rts
