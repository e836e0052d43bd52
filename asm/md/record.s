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
        lea     position_block-G(%a5),%a1
        moveq   #68-1,%d0
1:      move.b  (%a0)+,(%a1)+
        dbf     %d0,1b
        jsr     set_position
        move.w  #0x101*NO_SQUARE,last_move
        moveq   #0,%d6
2:      cmp.w   now,%d6
        beq.s   3f
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
        move.w  play_from-G(%a5),%d6    | and play_to
        jsr     play_move
        beq.s   1f
        move.w  %d6,last_move
        jsr     knock
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
        jsr     in_check
        lea     text_mate,%a0
        bne.s   2f
        lea     text_stalemate,%a0
        bra.s   2f
1:      lea     text_fifty,%a0
        cmpi.b  #FIFTY_MOVES,half-G(%a5)
        bcc.s   2f
        lea     text_full,%a0
        cmpi.w  #MOST_MOVES,now
        bcc.s   2f
        moveq   #0,%d0
        rts
2:      moveq   #1,%d0
        rts

| seconds - what the level gives a move
|
| In      level
| Out     D0.l
| Uses    A0
seconds:
        moveq   #0,%d0
        move.b  level,%d0
        lea     levels,%a0
        move.b  (%a0,%d0.w),%d0
        rts

| think - look for a move: in the book, then by a search
|
| In      the position, in which there is a move; level, style
| Out     play_from, play_to
| Uses    everything but A5
think:  clr.b   restrict_count-G(%a5)
        jsr     released
        jsr     clear_search
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
        lea     profiles,%a0
        tst.b   style
        beq.s   1f
        lea     profiles+PROFILE_SIZE,%a0
1:      lea     profile-G(%a5),%a1
        moveq   #PROFILE_SIZE-1,%d0
2:      move.b  (%a0)+,(%a1)+
        dbf     %d0,2b
        move.b  #0xFF,last_sx-G(%a5)
        move.b  #MAX_PLY,depth-G(%a5)
        move.w  #MINUS_INFINITY,root_alpha-G(%a5)
        clr.l   draw_even-G(%a5)        | and draw_odd
        move.l  #0x7FFFFFFF,node_limit-G(%a5)
        clr.l   nodes-G(%a5)
        clr.b   search_sx-G(%a5)
        clr.b   line_len-G(%a5)
        bsr     seconds
        move.b  %d0,left
        seq     %d0
        neg.b   %d0
        move.b  %d0,stop_flag-G(%a5)    | at once if there are none
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
        move.w  last_move,-(%sp)
        subq.w  #1,now
        bsr     replay
        move.w  now,%d0
        tst.b   others
        beq.s   1f
        cmp.w   others_at,%d0
        beq.s   3f

        | All legal moves. There is no attack map of them.
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
2:      move.w  (%a0)+,(%a1)+
        addq.l  #2,%a0                  | its flags
        addq.b  #1,%d1
        cmpa.l  raw_end-G(%a5),%a0
        bne.s   2b
        move.b  %d1,others

        | Those that are not the last move. If none is left the list stays.
3:      moveq   #0,%d1
        move.b  others,%d1
        moveq   #0,%d2
        lea     restricted-G(%a5),%a0
        movea.l %a0,%a1
        move.w  (%sp)+,%d3
4:      move.w  (%a0)+,%d0
        cmp.w   %d3,%d0
        beq.s   5f
        move.w  %d0,(%a1)+
        addq.b  #1,%d2
5:      subq.w  #1,%d1
        bne.s   4b
        move.b  %d2,restrict_count-G(%a5)
        beq.s   6f
        move.b  %d2,others
6:      rts
