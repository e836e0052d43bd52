| game.s - the game and the buttons

        .include "ui.inc"

        .global begin, cursor, picked, menu

        .section .uibss, "aw", @nobits
cursor: .space  1               | a square
picked: .space  1               | the square of the man to move, or NO_SQUARE
menu:   .space  1               | the entry where the player is, 0: on the board

        .section .ui, "ax"

| begin - a new game, and all buttons of it
|
| In      nothing
| Out     never returns
| Uses    everything
begin:  move.b  #3,level                | five seconds a move
        move.b  #0x14,cursor            | e2
        move.b  #NOBODY,clock_side

        | The title waits for a button. Then what stays: the frame of the board
        | and the names of buttons.
        jsr     title
        jsr     draw_frame
        jsr     show_frame
.Lnew:  clr.w   now                     | no moves
        clr.w   recorded
        clr.l   clocks                  | 00:00 a side
.Lreplay:
        | .Lreplay makes the position, .Lquiet clears the message, .Lunpick puts
        | the man down, and .Lnext waits for a button.
        jsr     replay
.Lquiet:
        lea     .Lnothing,%a0
.Lsay:  jsr     say
.Lunpick:
        move.b  #NO_SQUARE,picked
.Lnext: bsr     .Lturn
        jsr     show
        jsr     get_key
        | D0 = the button, 0 to 7: four bytes each in the table of the board or
        | of the menu.
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     .Lon_board,%a0
        tst.b   menu
        beq.s   1f
        lea     .Lin_menu,%a0
1:
.Ljump: movea.l (%a0,%d0.w),%a0
        jmp     (%a0)

| D0 = four times UP to RIGHT.
.Larrow:
        lsr.w   #2,%d0
        | The step of the button. A square off the board has bit 3 or 7.
        lea     .Lsteps,%a0
        move.b  (%a0,%d0.w),%d0
        add.b   cursor,%d0
        move.b  %d0,%d1
        andi.b  #0x88,%d1
        bne.s   .Lnext                  | off the board
        move.b  %d0,cursor
        bra.s   .Lnext

| A: pick up a man, or move him. Another one of the own may be picked up instead.
.Lpick: moveq   #0,%d0
        move.b  cursor,%d0
        | A0 = the cursor's square on the board. The man who is picked up is put
        | down again; an own one is picked up; else it is where to go.
        lea     (%a5,%d0.w),%a0
        cmp.b   picked,%d0
        beq.s   .Lunpick
        tst.b   (%a0)
        beq.s   1f
        move.b  ids-G(%a0),%d1          | side << 4 | slot
        lsr.b   #4,%d1
        cmp.b   side-G(%a5),%d1
        bne.s   1f

        | An own man: the message is gone, and he is picked up.
        lea     .Lnothing,%a0
        jsr     say
        move.b  cursor,picked
        bra     .Lnext
        | NO_SQUARE is negative: nobody is picked up. reason says what is wrong
        | with a move from and to this square.
1:      move.b  %d0,play_to-G(%a5)
        move.b  picked,%d1
        bpl.s   2f
        move.b  %d0,play_from-G(%a5)    | nobody of his who could be picked up
        bra.s   .Lrefused
        | N set: the player does not want the promotion. Else its bits, 3 and 7,
        | join from, and the move is tried.
2:      move.b  %d1,play_from-G(%a5)
        jsr     promotion
        bmi     .Lquiet
        or.b    %d0,play_from-G(%a5)
        jsr     try_move
        beq.s   .Lrefused

        | The game is over, A0 = why, or the machine replies.
        jsr     over
        bne     .Lsay
        bra.s   .Lreply
.Lrefused:
        | A0 = the reason. No man is picked up any more.
        jsr     buzz
        jsr     reason
        bra     .Lsay

| Start: the machine plays for the side to move.
.Lplay: jsr     over
        bne     .Lsay
.Lreply:
        | others 0: Next best begins with a new list.
        bsr     .Lthinks
        clr.b   others
        jsr     think
.Lfound:
        | The machine's move, which is legal. A0 is why the game is over then.
        jsr     try_move
        jsr     over
        bne     .Lsay
        bra     .Lquiet

.Lthinks:
        | Before the search the board is up to date, and the clock runs.
        move.b  #NO_SQUARE,picked
        bsr     .Lturn
        jsr     show
        lea     text_thinks,%a0
        jmp     say

| The clock of the side to move runs, or none if the game is over.
.Lturn: jsr     over
        bne.s   1f                      | the game is over
        move.b  side-G(%a5),clock_side
        rts
1:      move.b  #NOBODY,clock_side
        rts

| Hint: what the machine would play, marked until the next message.
.Lhint: clr.b   menu                    | what is known of the search comes there
        | A search as for a move. The move is written behind the message, in
        | whose palette D1 still is, and marked on the board.
        jsr     over
        bne     .Lsay
        bsr     .Lthinks
        jsr     think
        lea     text_hint,%a0
        jsr     say
        AT      0,7
        lea     play_from-G(%a5),%a0    | and play_to
        move.w  (%a0),hint
        jsr     print_move
        bra     .Lunpick

| Next best: take the last half-move back, and play another one.
.Lbest: clr.b   menu
        | other_moves takes the last move back. Z: it was the only one.
        tst.w   now
        beq     .Lnext
        jsr     other_moves
        beq.s   1f
        bsr     .Lthinks
        jsr     think_of_others
        bra     .Lfound
        | The record still has it: it is played again.
1:      addq.w  #1,now
        jsr     replay
        lea     text_no_other,%a0
        bra     .Lsay

| B: put the man down, or take a half-move back.
.Lback: tst.b   picked
        bpl     .Lunpick

        | No man is picked up: a half-move less, down to none.
        tst.w   now
        beq     .Lnext
        subq.w  #1,now
        bra     .Lreplay

.Lopen: move.b  #1,menu                 | on its first entry
        bra     .Lnext
.Lclose:
        clr.b   menu
        bra     .Lnext

.Lhigher:
        | 1 is the first entry: no higher one.
        cmpi.b  #1,menu
        beq     .Lnext
        subq.b  #1,menu
        bra     .Lnext
.Llower:
        | ENTRIES is the last one.
        cmpi.b  #ENTRIES,menu
        beq     .Lnext
        addq.b  #1,menu
        bra     .Lnext

| Left, right: the level, the style.
.Lless: moveq   #LEVELS-1,%d0
        bra.s   .Lchange
.Lmore: moveq   #1,%d0
.Lchange:
        | Entry 1 is the level, 2 the style; others have nothing to change.
        cmpi.b  #2,menu
        bhi     .Lnext
        bne.s   1f
        bchg    #0,style
        bra     .Lnext
        | LEVELS is a power of two: LEVELS-1 more is one less.
1:      add.b   level,%d0
        andi.b  #LEVELS-1,%d0
        move.b  %d0,level
        bra     .Lnext

| A in the menu.
.Lact:  moveq   #0,%d0
        | Entries count from 1, the table from 0.
        move.b  menu,%d0
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     .Lentries-4,%a0
        bra     .Ljump
.Lbegin:
        clr.b   menu
        bra     .Lnew
.Lforward:
        | now is less than recorded where a move was taken back: it comes again.
        move.w  now,%d0
        cmp.w   recorded,%d0
        beq     .Lnext
        addq.w  #1,now
        bra     .Lreplay

| promotion - what a pawn becomes, if the move at hand takes one to its end
|
| In      play_from, play_to
| Out     D0 = bits for play_from, 0 if it does not; N set: the player does not
|         want it
| Uses    D1 D2 A0 A1
promotion:
        moveq   #0,%d0
        | A0 = the from square on the board, D0 = the kind of its man.
        move.b  play_from-G(%a5),%d0
        lea     (%a5,%d0.w),%a0
        move.b  ids-G(%a0),%d0
        lea     kind-G(%a5),%a1
        move.b  (%a1,%d0.w),%d0
        cmpi.b  #PAWN,%d0
        bne.s   .Lnone

        | Only a pawn is asked for, and only on rank 8 or 1.
        move.b  play_to-G(%a5),%d0
        addi.b  #0x10,%d0               | ranks 8 and 1 are $8x and $1x
        andi.b  #0x60,%d0
        bne.s   .Lnone
        moveq   #0,%d2                  | D2 = queen, rook, bishop, knight
.Lask:  lea     text_promote,%a0
        jsr     say

        | The name of the piece stands behind the question.
        lea     .Lpieces,%a0
        move.w  %d2,%d0
        add.w   %d0,%d0
        add.w   %d0,%d0
        movea.l (%a0,%d0.w),%a0
        moveq   #TEXT,%d1
        AT      0,13
        jsr     print
        jsr     get_key

        | B declines, A takes it. Start, the only higher one, asks again; all
        | others go on to the next piece.
        cmpi.b  #B,%d0
        beq.s   .Lno
        cmpi.b  #A,%d0
        beq.s   .Lyes
        bcc.s   .Lask                   | Start
        addq.b  #1,%d2                  | another one
        andi.w  #3,%d2
        bra.s   .Lask
.Lyes:  lea     .Lbits,%a0
        | Bits of queen, rook, bishop, knight. The last moveq clears N.
        moveq   #0,%d0
        move.b  (%a0,%d2.w),%d0
        moveq   #0,%d1                  | N clear
        rts
.Lno:   moveq   #-1,%d0
        rts
.Lnone: moveq   #0,%d0
        rts

        .section .uidata, "a"
        .balign 4

| What the buttons do: up, down, left, right, B, C, A, Start.
.Lon_board:
        .long   .Larrow, .Larrow, .Larrow, .Larrow
        .long   .Lback, .Lopen, .Lpick, .Lplay
.Lin_menu:
        .long   .Lhigher, .Llower, .Lless, .Lmore
        .long   .Lclose, .Lclose, .Lact, .Lnext
.Lentries:
        .long   .Lmore, .Lmore, .Lforward, .Lhint, .Lbest, .Lbegin
.Lpieces:
        .long   text_queen, text_rook, text_bishop, text_knight
.Lbits: .byte   0, 0x08, 0x80, 0x88
.Lsteps:
        .byte   0x10, -0x10, -1, 1
.Lnothing:
        .byte   0
