; What ca65 has and C does not: scopes, cheap labels, macros, constants.
	.export _exit, speed
	.export __STARTUP__ : absolute = 1
	.import _main
speed = 7

	.macro twice
	asl a
	asl a
	.endmacro

	.code
_exit:	ldx #speed
	jsr draw
	jsr _main
stop:	jmp stop

.proc draw
@loop:	twice
	dex
	bne @loop
done:	rts
.endproc

.scope text
draw:	.byte "drawn", 0
.endscope

	.rodata
list:	.byte 1, 2, 3
again = list + 1

	.bss
room:	.res 4
