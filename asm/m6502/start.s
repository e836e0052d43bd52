; start.s - where the CPU begins

        .include "memory.inc"

        .export start, idle

        .code

; start - set up the stack and wait
;
; In      nothing: entered by reset
; Out     never returns
; Uses    X
start:  sei
        cld
        ldx     #$FF
        txs

; idle - wait for the host, which calls routines by their labels
;
; In      nothing
; Out     never returns
; Uses    nothing
idle:   jmp     idle

        .segment "VECTORS"
        .word   idle, start, idle
