	.globl _start, main, speed
	.equ speed, 7
	.text
_start:	lea stack, %sp
	jsr main
.Lx:	moveq #speed, %d0
loop:	bra loop
	.data
list:	.long 1, 2
	.bss
	.skip 256
stack:
	.section .note.GNU-stack
