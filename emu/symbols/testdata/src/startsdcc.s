	.module start
	.globl _main
	.globl speed
speed = 7
	.area _CODE
start::	ld sp,#0x8000
	call _main
stop:	jr stop
	.area _DATA
room::	.ds 4
