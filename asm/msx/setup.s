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
.Lsay:  push    de
        call    set_position
        pop     de
        call    say
        call    show
        call    get_key
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
.Lman:  ld      hl,.Lmen
        ld      bc,.Lmen_end - .Lmen
        cpir
        ret     nz
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
        ld      a,c
        or      a
        jr      z,.Lcode
        ld      a,(.Lcolour)
        add     a,c
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
        ld      hl,.Lcolour
        ld      a,(hl)
        xor     6
        ld      (hl),a
        ret

.Lother_side:
        ld      hl,position_block + 64
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ret

.Lclear:
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
        call    .Lcount
        dec     e
        jr      nz,.Lno
        ld      a,7 + KING
        call    .Lcount
        dec     e
        jr      nz,.Lno
        ld      ix,position_block + 56
        ld      bc,7 + KING
        call    .Lrights
        sla     b
        sla     b
        ld      ix,position_block
        ld      c,1 + KING
        call    .Lrights
        ld      hl,position_block + 65
        ld      (hl),b
        inc     l
        ld      (hl),NO_SQUARE
        inc     l
        ld      (hl),0
        call    set_position
        ld      a,1
        call    look_own
        ld      a,(checkers)
        cp      3
        jr      nc,.Lno
        ld      hl,side
        ld      a,(hl)
        xor     1
        ld      (hl),a                  ; until the game begins
        call    in_check
        jr      c,.Lno
        pop     hl
        call    own_help
        ld      hl,position_block
        jp      begin_at

.Lleave:
        pop     hl
        call    own_help
        jp      show_game

; Castling rights where king and rook are at home. IX = the rank's first
; square, C = the king there; B = rights of the other side; B or 1 and 2.
.Lrights:
        ld      a,(ix+4)
        cp      c
        ret     nz
        inc     c
        inc     c                       ; the rook
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
        ld      ix,.Lothers
        ld      d,12
.Lside: ld      iyl,8                   ; men that may still come
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
        ld      de,position_block
        ld      bc,0                    ; C = square
.Lfrom: ld      h,board >> 8
        ld      l,c
        ld      a,(hl)
        or      a
        jr      z,.Lnobody
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
        ld      (de),a
        inc     e
        inc     c
        bit     3,c
        jr      z,.Lfrom
        ld      a,c
        add     a,8
        ld      c,a
        jp      p,.Lfrom
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
