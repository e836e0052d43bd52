| start.s - where the CPU begins

        .include "memory.inc"
        .global start, idle

        .section .vectors, "a"
        .long   stack_top, start

        .text

| start - set up A5 and the stack, and wait
|
| In      nothing: entered by reset
| Out     never returns
| Uses    A5; and the stack pointer, which reset has set up already
start:  lea     G,%a5
        lea     stack_top,%sp

| idle - wait for the host, which calls routines by their labels
|
| In      nothing
| Out     never returns
| Uses    nothing
idle:   bra.s   idle
