; setup.s - a position of the player's

        .include "ui.inc"

        .global enter_position

        .section .uibss, "b"
.Lcolour:                       ; of the men that are put: 0 white, 6 black
        .space  1

        .section .ui, "ax"

; enter_position - let the player set up a position, and begin a game there
;
; In      the position
; Out     another game; or, if the player leaves, the same one
; Uses    everything
;
; No clock runs. What is set up is in position_block all the time, and on the
; board for the picture. A position that the engine can't play from does not
; get further.
enter_position:
        ; Other keys, no clock, white men first, and the position to start from.
        ld      de,.Lhelp
        call    help
        ld      a,NOBODY
        ld      (clock_side),a
        xor     a
        ld      (.Lcolour),a
        call    .Lfrom_board

        ; A key of the set-up. What it calls returns here.
.Lnext: ld      de,.Lwhite
        ld      a,(.Lcolour)
        or      a
        jr      z,.Lsay
        ld      de,.Lblack
        ; DE = the text, kept. The engine's board follows the block each time,
        ; for the picture is drawn from it.
.Lsay:  push    de
        call    set_position
        pop     de
        call    say
        call    show
        call    get_key

        ; Obey a key of the table. Any other, still in A, may be a man.
        ld      hl,.Lnext
        push    hl
        ld      hl,.Lkeys
        ld      b,(.Lkeys_end - .Lkeys) / 3
        call    find_key
        jr      nz,.Lput
        jp      (hl)

; Put a man, or with the blank none. C = 1 + kind, or 0.
.Lput:  cp      ERASE
        jr      nz,.Lman
        ld      a,SPACE
        ; Other keys do nothing. BC = what cpir has not read, which is the code.
.Lman:  ld      hl,.Lmen
        ld      bc,.Lmen_end - .Lmen
        cpir
        ret     nz

        ; B = 0 on ranks 1 and 8, and the xor gives 0 for a pawn: the or
        ; of both is 0 only for a pawn on such a rank.
        ld      a,(cursor)
        ld      e,a
        add     a,0x10                  ; ranks 8 and 1 become $8x and $1x
        and     0x60
        ld      b,a
        ld      a,c
        xor     1 + PAWN
        or      b
        jr      z,.Lno                  ; a pawn there

        ; HL = his place in the block: eight bytes a rank, where the board
        ; has sixteen.
        ld      a,e
        and     0x70
        rrca
        ld      l,a
        ld      a,e
        and     7
        or      l
        ld      l,a
        ld      h,position_block >> 8

        ; A = the byte for the block: 0, or kind and colour.
        ld      a,c
        or      a
        jr      z,.Lcode
        ld      a,(.Lcolour)
        add     a,c
        ; He is put, and the old byte comes back if that is too many. A return
        ; goes to .Lnext; .Lno drops that address and goes there itself.
.Lcode: ld      b,(hl)                  ; what was there
        ld      (hl),a
        push    bc
        push    hl
        call    .Ltoo_many
        pop     hl
        pop     bc
        ret     nc
        ld      (hl),b
.Lno:   ld      de,.Limpossible
        pop     hl
        jr      .Lsay

.Lother_colour:
        ; 0 or 6: a kind's codes differ by 6 between the colours.
        ld      hl,.Lcolour
        ld      a,(hl)
        xor     6
        ld      (hl),a
        ret

.Lother_side:
        ; The side to move, behind the squares.
        ld      hl,position_block + 64
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ret

.Lclear:
        ; All squares empty.
        ld      hl,position_block
        ld      b,64
.Lempty:
        ld      (hl),0
        inc     hl
        djnz    .Lempty
        ret

; Enter: a king a side, no more checks than a move can give, and the side that
; is not to move is not in check.
.Ldone: ld      a,1 + KING
        ; E = kings of White, then of Black: one each.
        call    .Lcount
        dec     e
        jr      nz,.Lno
        ld      a,7 + KING
        call    .Lcount
        dec     e
        jr      nz,.Lno

        ; Black's rank, B = 0. His two rights go to bits 2 and 3, then White's
        ; come to 0 and 1.
        ld      ix,position_block + 56
        ld      bc,7 + KING
        call    .Lrights
        sla     b
        sla     b
        ld      ix,position_block
        ld      c,1 + KING
        call    .Lrights

        ; Behind the side: castling rights, no en passant square, no half-moves.
        ld      hl,position_block + 65
        ld      (hl),b
        inc     l
        ld      (hl),NO_SQUARE
        inc     l
        ld      (hl),0

        ; Two men at most can give check at once.
        call    set_position
        ld      a,1
        call    look_own
        ld      a,(checkers)
        cp      3
        jr      nc,.Lno

        ; The side not to move may not be in check: it is asked as the side to
        ; move. set_position puts the side right, here or in the game that
        ; begins.
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a                  ; until the game begins
        call    in_check
        jr      c,.Lno

        ; Drop .Lnext: a game begins at this position.
        pop     hl
        call    own_help
        ld      hl,position_block
        jp      begin_at

.Lleave:
        ; Drop .Lnext; the record makes the position as it was.
        pop     hl
        call    own_help
        jp      show_game

; Castling rights where king and rook are at home. IX = the rank's first
; square, C = the king there; B = rights of the other side; B or 1 and 2.
.Lrights:
        ; Without a king on the e-file there is no right.
        ld      a,(ix+4)
        cp      c
        ret     nz
        inc     c
        inc     c                       ; the rook

        ; A rook of the same colour on the h-file: short. On the a-file: long.
        ld      a,(ix+7)
        cp      c
        jr      nz,.Llong
        set     0,b
.Llong: ld      a,(ix+0)
        cp      c
        ret     nz
        set     1,b
        ret

; E = how many men A there are.
.Lcount:
        ; B = squares, C = 0, as E is.
        ld      hl,position_block
        ld      bc,64 << 8
        ld      e,c
.Lsquare:
        cp      (hl)
        inc     hl
        jr      nz,.Lnot_he
        inc     e
.Lnot_he:
        djnz    .Lsquare
        ret

; Carry set: a side has more than 8 men, pawns included, beyond the others
; that it begins with. So it has 16 at most, and its promoted men have been
; pawns.
.Ltoo_many:
        ; D = code, from the black pawn's down to the white king's; the table
        ; has the kinds in that order, and each side has its eight again.
        ld      ix,.Lothers
        ld      d,12
.Lside: ld      iyl,8                   ; men that may still come
        ; E = men of this kind beyond those at the beginning: they have to be
        ; among the eight.
.Lkind: ld      a,d
        call    .Lcount
        ld      a,e
        sub     (ix+0)
        jr      c,.Lfits                ; fewer than at the beginning
        ld      e,a
        ld      a,iyl
        sub     e
        ret     c
        ld      iyl,a
        ; On to the next kind. Code 6 is White's first.
.Lfits: inc     ix
        or      a                       ; carry is clear
        dec     d
        ret     z
        ld      a,d
        cp      6
        jr      z,.Lside
        jr      .Lkind

; The position on the board, to position_block.
.Lfrom_board:
        ; B stays 0, C is a square of the board of 16 files.
        ld      de,position_block
        ld      bc,0                    ; C = square
.Lfrom: ld      h,board >> 8
        ld      l,c
        ld      a,(hl)
        or      a
        jr      z,.Lnobody

        ; Bits 0 to 4 of the id are side and slot, the index of kind, which lies
        ; at a multiple of 32. Bit 4 is the side.
        inc     h                       ; ids
        ld      a,(hl)
        and     0x1F
        or      kind & 0xFF
        ld      l,a
        ld      h,kind >> 8
        bit     4,l
        ld      a,(hl)
        jr      z,.Lwhite_man
        add     a,6
.Lwhite_man:
        inc     a
.Lnobody:
        ; Codes go to the block without gaps; C leaps the eight squares off the
        ; board, and is $80 behind h8.
        ld      (de),a
        inc     e
        inc     c
        bit     3,c
        jr      z,.Lfrom
        ld      a,c
        add     a,8
        ld      c,a
        jp      p,.Lfrom

        ; These four lie one after the other, as they do in the block. DE is
        ; behind its squares.
        ld      hl,side
        ld      c,4                     ; and castle, ep, half
        ldir
        ret

        .section .spare, "a"

.Lkeys: .byte   ENTER
        .word   .Ldone
        .byte   'C'
        .word   .Lother_colour
        .byte   'S'
        .word   .Lother_side
        .byte   'X'
        .word   .Lclear
        .byte   'L'
        .word   .Lleave
        .byte   UP
        .word   arrow
        .byte   DOWN
        .word   arrow
        .byte   LEFT
        .word   arrow
        .byte   RIGHT
        .word   arrow
.Lkeys_end:
.Lmen:  .ascii  "PNBRQK "               ; cpir leaves 1 + kind, or 0, in C
.Lmen_end:
.Lothers:                       ; that a side begins with: pawn to king, black
        .byte   0, 2, 2, 2, 1, 1        ; pawns are among the 8
        .byte   0, 2, 2, 2, 1, 1

        .section .last, "a"

.Lwhite:
        .asciz  "SET UP: WHITE MEN"
.Lblack:
        .asciz  "SET UP: BLACK MEN"
.Limpossible:
        .asciz  "IMPOSSIBLE"

        .section .uidata, "a"

.Lhelp: .asciz  "cOLOUR  "
        .asciz  "sIDE    "
        .asciz  "x CLEAR "
        .asciz  "lEAVE   "
        .asciz  " k q r b n p space   enter: END"
