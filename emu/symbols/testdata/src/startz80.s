	.globl main, speed
speed = 7
	.text
main:	ld a,speed
loop:	dec a
	jr nz,loop
	ret
	.data
list:	.db 1,2
	.bss
room:	.skip 4
