| sound.s - a sound for a move, and one for what is refused

        .include "ui.inc"

        .global knock, buzz

        .equ    LOUD, 2                 | attenuation, of 15

        .section .ui, "ax"

| buzz - the sound of what is refused: a low tone
|
| In      nothing
| Out     nothing
| Uses    D0 D1 A0
|
| The chip has no envelope: the sound fades by a step a picture, for which the
| program waits.
buzz:   lea     PSG,%a0
        move.b  #0x86,(%a0)             | 80 Hz: $576 of 1/111861 s
        move.b  #0x57,(%a0)
        moveq   #0,%d1                  | no noise
        bra.s   .Lfade

| knock - the sound of a man who is put on a square: a tone and noise
|
| In      nothing
| Out     nothing
| Uses    D0 D1 A0
knock:  lea     PSG,%a0
        move.b  #0x8F,(%a0)             | 200 Hz: $22F
        move.b  #0x22,(%a0)
        move.b  #0xE5,(%a0)
        moveq   #0x60,%d1               | added to the tone's volume: the noise's

| D1 = what is added to the command for the tone's volume for that of noise.
.Lfade: moveq   #LOUD-0x70,%d0          | $90 and the attenuation
        | The tone's volume. With D1 not 0 the noise has the same attenuation.
1:      move.b  %d0,(%a0)
        tst.b   %d1
        beq.s   2f
        add.b   %d1,%d0
        move.b  %d0,(%a0)
        sub.b   %d1,%d0
        | Wait for the next picture. Then two steps less loud, down to silence.
2:      move.w  %d0,-(%sp)
        move.b  pictures,%d0
3:      cmp.b   pictures,%d0
        beq.s   3b
        move.w  (%sp)+,%d0
        addq.b  #2,%d0
        cmpi.b  #0x9F,%d0
        bcs.s   1b
        move.b  #0x9F,(%a0)             | silence
        move.b  #0xFF,(%a0)
        rts
