; screen.s - the board and the text: 32 by 24 tiles

        .include "ui.inc"

        .global screen_begin, draw_board, print, print_on, print_byte
        .global print_two, print_move, clear_row, put, copy, vram_at
        .global draw_cursor, fill, clear_screen, glyph

        .section .ui, "ax"

; vram_at - choose where the next byte of video memory goes or comes from
;
; In      HL = address, WRITE added to write
; Out     nothing
; Uses    A
;
; The interrupt reads the control port, which would cut the address in two.
vram_at:
        ; The low byte first, then the high one, whose bit 6 says to write.
        di
        ld      a,l
        out     (VDP_CONTROL),a
        ld      a,h
        out     (VDP_CONTROL),a
        ei
        ret

; put - write a byte to video memory
;
; In      A
; Out     nothing
; Uses    nothing
;
; The next byte may follow after 29 cycles, which call and ret take.
put:    out     (VDP_DATA),a
        nop                             ; the next may come after 29 cycles
        ret

; screen_begin - make the tiles, and show an empty screen
;
; In      nothing; interrupts are off and go on
; Out     nothing
; Uses    AF BC DE HL
screen_begin:
        ; A register's value, then its number with bit 7. vram_at lets
        ; interrupts go on.
        ld      hl,.Lregisters
        ld      bc,8 << 8 | 0x80        ; B = registers, C = number with bit 7
.Lregister:
        ld      a,(hl)
        inc     hl
        out     (VDP_CONTROL),a
        ld      a,c
        inc     c
        out     (VDP_CONTROL),a
        djnz    .Lregister

        ; Letters are the machine's own, and capitals are there twice.
        ld      hl,PATTERNS + WRITE
        call    vram_at
        ; The machine's ROM has its character set's address at 4. Tiles 0 to 95
        ; are its characters, and 64 to 95 come again as 96 to 127.
        ld      hl,(0x0004)
        ld      bc,96*8
        call    copy
        ld      bc,-32*8
        add     hl,bc
        ld      b,32*8 >> 8             ; BC = 256: C is 0
        call    copy

        ; The ranks' numbers, 8 first: half a tile lower than a tile, so that
        ; they stand in the middle of their squares.
        ld      hl,PATTERNS + WRITE + RANKS*8
        call    vram_at
        ld      a,'8'
.Lnumber:
        ; Two tiles a number: 4 rows empty, 8 of the character, 4 empty. copy
        ; and fill leave BC 0.
        push    af
        ld      bc,4
        xor     a
        call    fill
        pop     af
        push    af
        call    glyph
        ld      bc,8
        call    copy
        ld      c,4
        xor     a
        call    fill
        pop     af
        dec     a
        cp      '0'
        jr      nz,.Lnumber

        ; The files' letters, five dots to the right: E = the bits of a row
        ; that are in the left tile, then those in the right one.
        ld      d,'A'
.Lletter:
        ld      e,0x07
.Lpart: ld      a,d
        call    glyph
        ld      b,8
        ; Three bits around to the left, or five to the right. E keeps this
        ; tile's.
.Lbits: ld      a,(hl)
        inc     hl
        rlca
        rlca
        rlca
        and     e
        call    put
        djnz    .Lbits

        ; $07 becomes $F8 for the right tile, then $07 for the next letter.
        ld      a,e
        cpl
        ld      e,a
        cp      0x07
        jr      nz,.Lpart
        inc     d
        ld      a,d
        cp      'I'
        jr      nz,.Lletter

        ; The men four times: white, black, each on light and dark.
        ld      hl,PATTERNS + WRITE + MEN*8
        call    vram_at
        ld      e,4
        ; Six kinds have 24 tiles. All four sets have the same patterns;
        ; .Lcolours tells them apart.
.Lmen:  ld      hl,men
        ld      bc,6*32
        call    copy
        dec     e
        jr      nz,.Lmen

        ; LIGHT and DARK, eight tiles each: nothing in the foreground.
        ld      bc,16*8
        xor     a
        call    fill

        ; The quarters: C = bits of the upper two, then those of the lower.
        ld      c,a
.Lquarter:
        ; Bits 3 and 2 are the upper half, 1 and 0 the lower. C goes to 16.
        ld      a,c
        rrca
        rrca
        call    .Lhalf
        ld      a,c
        call    .Lhalf
        inc     c
        bit     4,c
        jr      z,.Lquarter

        ; Colours, the two frames of the sprites, then an empty screen.
        ld      hl,COLOURS + WRITE
        call    vram_at
        ld      hl,.Lcolours
        ld      bc,32
        call    copy
        ld      hl,FRAMES + WRITE
        call    vram_at
        ld      hl,.Lframes
        ld      bc,64
        call    copy
        call    clear_screen

        di
        ; Register 1, of which the display was off so far.
        ld      a,0xE2                  ; display and interrupt on
        out     (VDP_CONTROL),a
        ld      a,0x81
        out     (VDP_CONTROL),a
        ei
        ret

; Four rows of a quarter tile: the upper bits of two are bits 1 and 0 of A.
.Lhalf: and     3
        ; Bit 1 is the left four dots, bit 0 the right four. fill uses B, too.
        ld      b,a
        xor     a
        bit     1,b
        jr      z,1f
        or      0xF0
1:      bit     0,b
        jr      z,2f
        or      0x0F
2:      push    bc
        ld      bc,4
        call    fill
        pop     bc
        ret

; glyph - where the machine has the picture of a character
;
; In      A
; Out     HL: eight bytes, a row each
; Uses    F BC
glyph:  ld      l,a
        ; HL = 8 * A, from where the ROM says that the set begins.
        ld      h,0
        add     hl,hl
        add     hl,hl
        add     hl,hl
        ld      bc,(0x0004)
        add     hl,bc
        ret

; clear_screen - blanks everywhere, and no sprite
;
; In      nothing
; Out     nothing
; Uses    AF BC HL
clear_screen:
        ; Blanks on all 24 rows: fill ends the routine.
        ld      hl,SPRITES + WRITE
        call    vram_at
        ld      a,208                   ; none from here on
        call    put
        AT      0,0
        call    vram_at
        ld      bc,24*32
        ld      a,' '

; fill - write a byte several times to video memory
;
; In      A, BC = how often
; Out     BC 0
; Uses    AF
fill:   call    put
        ; A is the byte, kept while B and C are tested for 0.
        push    af
        dec     bc
        ld      a,b
        or      c
        jr      z,.Lfilled
        pop     af
        jr      fill
.Lfilled:
        pop     af
        ret

; copy - write bytes to video memory
;
; In      HL = the bytes, BC = how many
; Out     HL behind them, BC 0
; Uses    AF
copy:   ld      a,(hl)
        call    put
        inc     hl
        dec     bc
        ld      a,b                     ; 0: all are written
        or      c
        jr      nz,copy
        ret

; draw_board - show the position
;
; In      board, ids, kind
; Out     nothing
; Uses    AF BC DE HL
draw_board:
        ; Beside it the ranks' numbers, C = tile, and below it the files' letters.
        ; Sixteen halves: HL goes a row down, 32 on. C is 16 at the end.
        AT      1,1
        ld      bc,RANKS
.Lrank: call    vram_at
        ld      a,c
        call    put
        ld      e,32
        ld      d,b
        add     hl,de
        inc     c
        bit     4,c
        jr      z,.Lrank

        ; Row 17, a column to the right: the files' letters side by side.
        inc     hl
        call    vram_at
.Lfile: ld      a,c                     ; RANKS + 16 is FILES
        call    put
        inc     c
        bit     5,c
        jr      z,.Lfile

        ; The squares.
        AT      1,2
        ld      c,0x70                  ; C = square
.Lupper:
        ld      b,0                     ; B = 2 in the lower row of tiles
.Lrow:  call    vram_at
        push    hl
.Lsquare:
        ; A man's or a square's two tiles of this row, the first and the next.
        call    .Ltile
        add     a,b
        call    put
        inc     a
        call    put
        inc     c
        ld      a,c
        and     7
        jr      nz,.Lsquare

        ; The row below: C is a square beyond the rank, eight back. The same
        ; rank again with B = 2, then B is 0, and it has both rows.
        pop     hl
        ld      de,32
        add     hl,de
        ld      a,c
        sub     8
        ld      c,a
        ld      a,b
        xor     2
        ld      b,a
        jr      nz,.Lrow

        ; The next rank down, until C is below 0.
        ld      a,c
        sub     0x10
        ld      c,a
        jr      nc,.Lupper
        ret

; A = first tile of the square C.
.Ltile: ld      a,c
        ; Bit 0 of file xor rank is 0 on a dark square, as on a1; cpl makes it 1.
        rrca
        rrca
        rrca
        rrca
        xor     c
        cpl
        and     1
        ld      d,a                     ; D = 1: dark
        ld      h,board >> 8
        ld      l,c
        ld      a,(hl)
        or      a
        jr      nz,.Lman

        ; Nobody there: the light tile if D was 0, else the dark one.
        ld      a,LIGHT
        dec     d
        ret     nz
        ld      a,DARK
        ret
.Lman:  inc     h                       ; to ids
        ld      l,(hl)
        res     7,l
        ; An id's bit 4 is the colour: it goes to bit 1. D, 0 to 3, is then the
        ; set of men, of 24 tiles each: 8 * 3 * D.
        ld      a,l
        and     0x10                    ; Black
        rrca
        rrca
        rrca
        or      d                       ; colour and square, 0 to 3
        ld      d,a
        add     a,a
        add     a,d
        add     a,a
        add     a,a
        add     a,a
        ld      d,a                     ; 24 times

        ; kind by side and slot, bits 4 to 0 of the id. A kind has four tiles.
        ; C, the square, stays for the caller.
        ld      a,l
        and     0x1F
        ld      l,a
        ld      h,0
        ld      a,c
        push    bc
        ld      bc,kind
        add     hl,bc
        pop     bc
        ld      a,(hl)
        add     a,a
        add     a,a
        add     a,d
        add     a,MEN
        ret

; draw_cursor - put the frames on the cursor's square and on those of the
; last move
;
; In      cursor, last_move
; Out     nothing
; Uses    AF BC DE HL
draw_cursor:
        ; The cursor first, so that it lies above the others.
        ld      hl,SPRITES + WRITE
        call    vram_at
        ld      a,(cursor)
        ld      de,9 << 8               ; D = light red, E = the picture
        call    .Lsprite

        ; $FF is no move: from and to have the thin frame otherwise.
        ld      a,(last_move)
        inc     a
        jr      z,.Llast
        dec     a
        and     0x77                    ; without a promotion's bits
        ld      de,11 << 8 | 4          ; light yellow
        call    .Lsprite
        ld      a,(last_move+1)
        call    .Lsprite
.Llast: ld      a,208                   ; no more
        jp      put

; A sprite of colour D and picture E on the square A.
.Lsprite:
        ; The height is 7 for rank 8, and 16 more for each rank below.
        ld      c,a
        and     0x70
        cpl
        add     a,8 + 0x70              ; one line higher than it is seen
        call    put

        ; File a begins 16 dots from the left. Then the picture, and the colour.
        ld      a,c
        and     7
        inc     a
        rlca
        rlca
        rlca
        rlca
        call    put
        ld      a,e
        call    put
        ld      a,d
        jp      put

; print - write a text that ends with 0
;
; In      DE = the text, HL = place
; Out     DE behind it
; Uses    A
print:  call    vram_at

; print_on - write a text that ends with 0 where the last one ended
;
; In      DE = the text
; Out     DE behind it
; Uses    A
print_on:
        ; Each byte goes to the next place.
        ld      a,(de)
        inc     de
        or      a
        ret     z
        call    put
        jr      print_on

; print_byte - write three digits where the last text ended
;
; In      A
; Out     nothing
; Uses    AF BC
print_byte:
        ld      c,100
        call    .Ldigit

; print_two - write two digits where the last text ended
;
; In      A = 0 to 99
; Out     nothing
; Uses    AF BC
print_two:
        ld      c,10
        call    .Ldigit
        ld      c,1
.Ldigit:
        ld      b,'0' - 1
        ; B = the digit: how often C can be taken from A. Once too often is
        ; given back, and A is the rest.
.Lless: inc     b
        sub     c
        jr      nc,.Lless
        add     a,c
        push    af
        ld      a,b
        call    put
        pop     af
        ret

; clear_row - blanks
;
; In      HL = place, B = how many
; Out     the next byte goes to that place
; Uses    A B
clear_row:
        ; Blanks, then the place again for what comes.
        call    vram_at
        ld      a,' '
.Lblank:
        call    put
        djnz    .Lblank
        jp      vram_at

; print_move - write a move where the last text ended
;
; In      E = from with a promotion's bits, D = to
; Out     nothing
; Uses    AF
print_move:
        ; Both squares: the second by falling into what the first has called.
        ld      a,e
        call    .Lname
        ld      a,d
.Lname: push    af
        and     7
        add     a,'A'
        call    put

        ; The upper half is the rank.
        pop     af
        rrca
        rrca
        rrca
        rrca
        and     7
        add     a,'1'
        jp      put

        .section .spare, "a"

; Of the VDP: text of 32 columns, sprites of 16 by 16, display off; then where
; its tables lie.
.Lregisters:
        .byte   0x00, 0x82, NAMES >> 10, COLOURS >> 6
        .byte   PATTERNS >> 11, SPRITES >> 7, FRAMES >> 11, 0xF1

; By eight tiles: white on black, the small letters light yellow, 11. Then men:
; white 15 or black 1 on squares that are light blue 5 or dark blue 4, from both
; of which white and black differ by much. Large letters are cyan, 7.
.Lcolours:
        .byte   0xE1, 0xE1, 0xE1, 0xE1, 0xF1, 0xF1, 0xF1, 0xF1
        .byte   0xF1, 0xF1, 0xF1, 0xF1, 0xB1, 0xB1, 0xB1, 0xB1
        .byte   0xF5, 0xF5, 0xF5, 0xF4, 0xF4, 0xF4, 0x15, 0x15
        .byte   0x15, 0x14, 0x14, 0x14, 0x15, 0x14, 0x71, 0x71

        .section .uidata, "a"

; The cursor has corners, a square of the last move a thin frame.
.Lframes:
        .byte   0xFC, 0xFC, 0xC0, 0xC0, 0xC0, 0xC0, 0, 0
        .byte   0, 0, 0xC0, 0xC0, 0xC0, 0xC0, 0xFC, 0xFC
        .byte   0x3F, 0x3F, 0x03, 0x03, 0x03, 0x03, 0, 0
        .byte   0, 0, 0x03, 0x03, 0x03, 0x03, 0x3F, 0x3F
        .byte   0xFF, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
        .byte   0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xFF
        .byte   0xFF, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01
        .byte   0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0xFF
