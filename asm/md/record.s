| record.s - the moves of the game, and the machine's own

        .include "ui.inc"

        .global replay, try_move, over, think, seconds, now, recorded, last_move
        .global level, style, others, other_moves, think_of_others

        .section .uibss, "aw", @nobits
        .balign 2
now:    .space  2               | half-moves on the board
recorded:
        .space  2               | and in the record
last_move:
        .space  2               | NO_SQUARE without one
record: .space  2*MOST_MOVES
level:  .space  1
style:  .space  1               | 0 sx81, 1 tuned
others: .space  1               | moves in restricted, 0: it has nothing to do with
        .balign 2               | the game
others_at:                      | half-moves of the position that they are of
        .space  2

        .section .ui, "ax"

| replay - make the position after the moves that count
|
| In      now; the record
| Out     the position; last_move
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1 A2 A3 A4
replay: lea     start_position,%a0
        | The initial position, in the 68 bytes that set_position reads.
        lea     position_block-G(%a5),%a1
        moveq   #68-1,%d0
1:      move.b  (%a0)+,(%a1)+
        dbf     %d0,1b
        jsr     set_position

        | Both bytes NO_SQUARE: no last move. D6 = half-moves played, which
        | play_move leaves.
        move.w  #0x101*NO_SQUARE,last_move
        moveq   #0,%d6
2:      cmp.w   now,%d6
        beq.s   3f
        | Two bytes each: D6 is added twice, once to A0. The moves are legal.
        lea     record,%a0
        adda.w  %d6,%a0
        move.w  (%a0,%d6.w),%d0
        move.w  %d0,last_move
        move.w  %d0,play_from-G(%a5)    | and play_to
        jsr     play_move
        addq.w  #1,%d6
        bra.s   2b
3:      rts

| try_move - play a move and record it, if it is legal
|
| In      play_from with a promotion's bits, play_to
| Out     Z clear: played; last_move
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1 A2 A3 A4
try_move:
        | D6 = the move, which play_move leaves. Z: it is not legal.
        move.w  play_from-G(%a5),%d6    | and play_to
        jsr     play_move
        beq.s   1f
        move.w  %d6,last_move
        jsr     knock

        | It goes behind the moves on the board; what the record had there is
        | dropped, since both counts are the same now.
        move.w  now,%d0
        lea     record,%a0
        adda.w  %d0,%a0
        move.w  %d6,(%a0,%d0.w)
        addq.w  #1,%d0
        move.w  %d0,recorded
        move.w  %d0,now                 | not 0
1:      rts

| over - is the game over?
|
| In      the position
| Out     Z clear: yes, A0 = a text that says why
| Uses    D0 D1 D2 A0 A1
over:   jsr     has_legal_move
        bne.s   1f
        | No move: mate in check, else stalemate. lea leaves the flags.
        jsr     in_check
        lea     text_mate,%a0
        bne.s   2f
        lea     text_stalemate,%a0
        bra.s   2f
        | 50 moves a side, or a full record. bcc: as many, or more.
1:      lea     text_fifty,%a0
        cmpi.b  #FIFTY_MOVES,half-G(%a5)
        bcc.s   2f
        lea     text_full,%a0
        cmpi.w  #MOST_MOVES,now
        bcc.s   2f
        moveq   #0,%d0
        rts
2:      moveq   #1,%d0                  | Z clear
        rts

| seconds - what the level gives a move
|
| In      level
| Out     D0.l
| Uses    A0
seconds:
        moveq   #0,%d0
        move.b  level,%d0
        lea     levels,%a0              | seconds by level
        move.b  (%a0,%d0.w),%d0
        rts

| think - look for a move: in the book, then by a search
|
| In      the position, in which there is a move; level, style
| Out     play_from, play_to
| Uses    everything but A5
think:  clr.b   restrict_count-G(%a5)
        | The button that asked for it is up. The last search is cleared.
        jsr     released
        jsr     clear_search

        | A random byte, by when the player let the button go: the dot in the
        | line of the picture and the count of pictures.
        move.b  COUNTER+1,%d0
        add.b   pictures,%d0
        jsr     book_move
        beq.s   .Lsearch
        rts

| think_of_others - look for a move by a search, among some
|
| In      as think; restrict_count, restricted
| Out     as think
| Uses    everything but A5
think_of_others:
        jsr     released
        jsr     clear_search
.Lsearch:
        | sx81, or tuned behind it, to the engine's profile in RAM.
        lea     profiles,%a0
        tst.b   style
        beq.s   1f
        lea     profiles+PROFILE_SIZE,%a0
1:      lea     profile-G(%a5),%a1
        moveq   #PROFILE_SIZE-1,%d0
2:      move.b  (%a0)+,(%a1)+
        dbf     %d0,2b

        | Budget, depth, alpha and nodes have their widest values: stop_flag
        | ends it. Draws are worth 0. Nothing is known of the search yet.
        move.b  #0xFF,last_sx-G(%a5)
        move.b  #MAX_PLY,depth-G(%a5)
        move.w  #MINUS_INFINITY,root_alpha-G(%a5)
        clr.l   draw_even-G(%a5)        | and draw_odd
        move.l  #0x7FFFFFFF,node_limit-G(%a5)
        clr.l   nodes-G(%a5)
        clr.b   search_sx-G(%a5)
        clr.b   line_len-G(%a5)

        | Without seconds seq gives $FF, and neg makes it 1: stop_flag is 1 from
        | the start, and one iteration is played.
        bsr     seconds
        move.b  %d0,left
        seq     %d0
        neg.b   %d0
        move.b  %d0,stop_flag-G(%a5)    | at once if there are none

        | The first second is a whole one. While thinking is 1, the interrupt
        | writes to the screen.
        move.b  rate,tick
        move.b  #1,thinking
        jsr     search
        clr.b   thinking
        jsr     show_search
        jsr     released                | Start, which has ended it
        move.w  best_move-G(%a5),play_from-G(%a5)
        rts

| other_moves - take the last half-move back, and list what else there is
|
| In      now, not 0; last_move
| Out     the position before that move; restrict_count, restricted; Z set:
|         there is no other move
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1 A2 A3 A4
|
| A second time in the same position the list of the first is used, so that no
| move comes back.
other_moves:
        | The move that is taken back stays on the stack. A list of before is
        | used if there is one and it is of this position.
        move.w  last_move,-(%sp)
        subq.w  #1,now
        bsr     replay
        move.w  now,%d0
        tst.b   others
        beq.s   1f
        cmp.w   others_at,%d0
        beq.s   3f

        | All legal moves. There is no attack map of them.
        | raw_moves is emptied, and filled with what the engine generates for
        | the side to move: look_own has its checks and pins.
1:      move.w  %d0,others_at
        st      hits_ply-G(%a5)
        lea     raw_moves-G(%a5),%a0
        move.l  %a0,raw_end-G(%a5)
        moveq   #1,%d0
        jsr     look_own
        jsr     generate_tactical
        jsr     generate_quiet
        lea     raw_moves-G(%a5),%a0
        lea     restricted-G(%a5),%a1
        moveq   #0,%d1
        | From and to of each, four bytes apart; D1 counts. A position with a
        | last move has one at least.
2:      move.w  (%a0)+,(%a1)+
        addq.l  #2,%a0                  | its flags
        addq.b  #1,%d1
        cmpa.l  raw_end-G(%a5),%a0
        bne.s   2b
        move.b  %d1,others

        | Those that are not the last move. If none is left the list stays.
        | A1 follows A0: a move that stays goes down over the one that is gone.
3:      moveq   #0,%d1
        move.b  others,%d1
        moveq   #0,%d2
        lea     restricted-G(%a5),%a0
        movea.l %a0,%a1
        move.w  (%sp)+,%d3
        | D1 = moves left to read, D2 = moves that stay.
4:      move.w  (%a0)+,%d0
        cmp.w   %d3,%d0
        beq.s   5f
        move.w  %d0,(%a1)+
        addq.b  #1,%d2
5:      subq.w  #1,%d1
        bne.s   4b

        | Z for the caller: none stays, and others keeps the list's old count.
        move.b  %d2,restrict_count-G(%a5)
        beq.s   6f
        move.b  %d2,others
6:      rts
