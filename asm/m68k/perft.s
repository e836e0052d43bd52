| perft.s - counting the tree of legal moves

        .include "memory.inc"

        .global perft, perft_node

        .text

| perft - count the leaves of the tree of legal moves
|
| In      perft_depth, at least 0
| Out     perft_count, 32 bits
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1 A3 A4
|
| Every leaf is made and unmade: nothing is counted in bulk.
perft:  st      hits_ply-G(%a5)
        clr.l   perft_count-G(%a5)
        tst.b   perft_depth-G(%a5)
        bne.s   perft_node
        addq.l  #1,perft_count-G(%a5)
        rts

| perft_node - count the leaves below a node
|
| In      perft_depth, at least 1
| Out     perft_count, more by them; raw_end as before
| Uses    D0 D1 D2 D3 D4 D5 D6 D7 A0 A1 A3 A4
perft_node:
        move.l  %a2,-(%sp)
        move.l  raw_end-G(%a5),-(%sp)
        moveq   #1,%d0
        bsr     look_own
        bsr     generate_tactical
        bsr     generate_quiet
        move.l  (%sp),%a2
.Lnext: cmp.l   raw_end-G(%a5),%a2
        beq.s   .Lend
        moveq   #0,%d3
        move.b  (%a2)+,%d3
        moveq   #0,%d4
        move.b  (%a2)+,%d4
        move.b  (%a2)+,%d5
        addq.l  #1,%a2
        bsr     make_move
        subq.b  #1,perft_depth-G(%a5)
        beq.s   .Lleaf
        bsr.s   perft_node
.Lmade: addq.b  #1,perft_depth-G(%a5)
        bsr     unmake_move
        bra.s   .Lnext
.Lleaf: addq.l  #1,perft_count-G(%a5)
        bra.s   .Lmade
.Lend:  move.l  (%sp)+,raw_end-G(%a5)
        move.l  (%sp)+,%a2
        rts
