; title.s - the picture that the cartridge begins with

        .include "ui.inc"

        .global title

        .equ    PICTURES, 250           ; that it is shown for

        .section .ui, "ax"

; title - show the name in large letters and the men, until a key is down or
; some seconds have gone; then an empty screen
;
; In      nothing
; Out     nothing
; Uses    AF BC DE HL
title:
        ; A quarter of a tile a dot. Letters of a machine are six dots wide, so
        ; three tiles; C = row of the glyph, two of which make a row of tiles.
        ld      c,0
        AT      5,4
.Lrow:  call    vram_at
        push    hl
        ; Each letter in turn, for this row of tiles. HL = the letter's eight
        ; bytes, to which C is added.
        ld      de,text_title
.Lletter:
        ld      a,(de)
        inc     de
        or      a
        jr      z,.Lrow_end
        push    bc
        call    glyph
        pop     bc
        push    bc
        ld      b,0
        add     hl,bc
        ld      a,(hl)
        inc     hl
        ld      l,(hl)
        ld      h,a                     ; H = upper row of dots, L = lower one
        ; A pair is two dots of H above two dots of L: the leftmost go through
        ; carry into A, which is 0 to 15, the number of the tile of quarters.
        ld      b,3
.Lpair: xor     a
        sla     h
        rla
        sla     h
        rla
        sla     l
        rla
        sla     l
        rla
        add     a,QUARTERS
        call    put
        djnz    .Lpair
        pop     bc
        jr      .Lletter
        ; The next row of tiles, 32 places on, and the next two rows of dots:
        ; four times, until C is 8.
.Lrow_end:
        pop     hl
        ld      de,32
        add     hl,de
        inc     c
        inc     c
        bit     3,c
        jr      z,.Lrow

        ; White's men on their first rank: upper tiles, then lower ones.
        AT      11,8
        ld      c,0
        ; C = 0, then 2: the lower tiles of a man are the third and the fourth.
.Lhalf: call    vram_at
        ld      de,.Lmen
        ld      b,8
.Lman:  ld      a,(de)
        inc     de
        add     a,c
        call    put
        inc     a
        call    put
        djnz    .Lman

        ; B is 0. A row lower, and C is 2; if it was 2, both rows are there.
        ld      e,32
        ld      d,b
        add     hl,de
        ld      a,c
        xor     2
        ld      c,a
        jr      nz,.Lhalf

        ; Two texts; print leaves DE behind the first, where the second is.
        ld      de,.Lplays
        AT      16,6
        call    print
        AT      20,10
        call    print

        ; A key that is down ends it; what it means in a game does not count.
        ld      e,PICTURES
.Lwait: halt
        call    scan
        or      a
        jp      nz,clear_screen         ; get_key waits until it is up
        dec     e
        jr      nz,.Lwait
        jp      clear_screen

        .section .uidata, "a"

; a1 is dark, b1 light, and so on.
.Lmen:  .byte   MEN + 24 + 4*ROOK, MEN + 4*KNIGHT, MEN + 24 + 4*BISHOP, MEN + 4*QUEEN
        .byte   MEN + 24 + 4*KING, MEN + 4*BISHOP, MEN + 24 + 4*KNIGHT, MEN + 4*ROOK
.Lplays:
        .asciz  "PLAYS CHESS ON A Z80"
        .asciz  "press a key"
