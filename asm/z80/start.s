; start.s - where the CPU begins

        .global start, idle

        .text

; start - set up the stack and wait
;
; In      nothing: entered by reset at $0000
; Out     never returns
; Uses    SP
start:
        di
        ld      sp, stack_top

; idle - wait for the host, which calls routines by their labels
;
; In      nothing
; Out     never returns
; Uses    nothing
idle:
        jr      idle
