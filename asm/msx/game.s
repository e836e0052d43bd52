; game.s - the game and the keys

        .include "ui.inc"

        .global begin, now, last_move, level, style, entered, entry, recorded
        .global cursor, say, answer, thinks, show, show_game, begin_at
        .global help, own_help, find_key, arrow

        .section .uibss, "b"
now:    .space  2               ; half-moves on the board
recorded:
        .space  2               ; and in the record
entered:
        .space  1               ; keys of a move so far
entry:  .space  5               ; file, rank, file, rank, bits of a promotion
level:  .space  1
style:  .space  1               ; 0 sx81, 1 tuned
last_move:
        .space  2
cursor: .space  1               ; a square, moved by arrows or the stick

        .section .ui, "ax"

; begin - a new game, and all keys of it
;
; In      nothing
; Out     never returns
; Uses    everything
begin:  ld      a,3                     ; five seconds a move
        ld      (level),a
        ld      a,0x14                  ; e2
        ld      (cursor),a

        ; The title waits for a key. Then the texts that stay: the name, those
        ; of the clocks, and the keys.
        call    title
        ld      de,.Lname_small
        AT      1,20
        call    print
        ld      de,text_white           ; the clocks'
        AT      3,20
        call    print
        ld      de,text_black
        AT      5,20
        call    print

        ; No record yet: a new game from the initial position.
        call    own_help
        call    .Lanother
.Lnext: call    .Lturn
        call    show
        call    get_key

        ; What the key does returns to .Lnext. C = the key. With both squares
        ; entered, Q, R, B and N are the piece of a promotion; other keys are as
        ; always.
        ld      hl,.Lnext
        push    hl                      ; where what follows returns to
        ld      c,a
        ld      a,(entered)
        cp      4
        jr      nz,.Lplain
        ld      hl,.Lpromotions         ; the piece of a promotion
        ld      b,4
.Lpiece:
        ld      a,(hl)
        inc     hl
        cp      c
        ld      a,(hl)
        inc     hl
        jr      z,.Lpromotion
        djnz    .Lpiece
.Lplain:
        ; The keys of the table, then those of a square.
        ld      a,c
        ld      hl,.Lcommands
        ld      b,(.Lcommands_end - .Lcommands) / 3
        call    find_key
        jr      nz,.Lno_command
        jp      (hl)

        ; A square's file or rank.
.Lno_command:
        ; Both squares are there: ignored. Else bit 0 of their count says
        ; whether a file or a rank is next.
        ld      a,(entered)
        cp      4
        ret     nc
        rrca
        ld      a,c
        ld      b,'1'
        jr      c,.Lrank
        ld      b,'A'
        ; A = 0 to 7, or no key of a square. C and entry get it, E = its place
        ; there. A promotion of before does not count.
.Lrank: sub     b
        cp      8
        ret     nc
        ld      c,a
        ld      hl,entered
        ld      e,(hl)
        inc     (hl)
        ld      d,0
        ld      hl,entry
        add     hl,de
        ld      (hl),c
        xor     a
        ld      (entry+4),a
        bit     0,e
        ret     z

        ; A rank: the cursor goes to the square.
        ld      a,c
        rlca
        rlca
        rlca
        rlca
        dec     hl
        or      (hl)
        ld      (cursor),a
        ret
.Lpromotion:
        ld      (entry+4),a
        ret
.Lerase:
        ; One key less, if there is one.
        ld      hl,entered
        ld      a,(hl)
        or      a
        ret     z
        dec     (hl)
        ret

        ; One half-move less is on the board. The record keeps it.
.Lundo: ld      hl,(now)
        ld      a,h
        or      l
        ret     z
        dec     hl
.Lgo_to:
        ld      (now),hl

; show_game - make the position after the moves that count, and say so if the
; game is over there
;
; In      now; the record
; Out     the position
; Uses    everything
show_game:
        ; DE = why the game is over, or an empty text; falls into say.
        call    replay
.Ltell: call    over
        jr      c,say
        ld      de,.Lnothing

; say - write a message below the board, and forget what was entered
;
; In      DE = the text
; Out     the next byte of video memory goes behind it
; Uses    AF B DE HL
say:    AT      19,2
        ; The message's row is cleared first, which leaves HL and DE.
        ld      b,30
        call    clear_row
        call    print
        xor     a
        ld      (entered),a
        ret

        ; A move that was taken back is played again: now is less than recorded.
        ; The add undoes the subtraction.
.Lredo: ld      hl,(now)
        ld      de,(recorded)
        or      a
        sbc     hl,de
        ret     nc
        add     hl,de
        inc     hl
        jr      .Lgo_to
.Lanother:
        ld      hl,start_position

; begin_at - begin a game
;
; In      HL = a position as set_position reads it
; Out     the record without moves, the position, the clocks
; Uses    everything
begin_at:
        ; HL is in use for the place in video memory: the position waits in DE.
        ; The record begins at its copy in BASE.
        ex      de,hl
        ld      hl,BASE + WRITE
        call    vram_at
        ex      de,hl
        ld      bc,POSITION_SIZE
        call    copy

        ; copy leaves BC 0: no half-moves, and clocks at 00:00.
        ld      h,b
        ld      l,c
        ld      (now),hl
        ld      (recorded),hl
        ld      (clocks),hl
        ld      (clocks+2),hl
        jr      show_game

.Llevel:
        ; The next level; behind the last comes the first.
        ld      hl,level
        ld      a,(hl)
        inc     a
        cp      LEVELS
        jr      c,.Lset
        xor     a
.Lset:  ld      (hl),a
        ret
.Lstyle:
        ; 0 and 1 in turn.
        ld      hl,style
        ld      a,(hl)
        xor     1
        ld      (hl),a
        ret

; The clock of the side to move runs, or none if the game is over.
.Lturn: call    over
        ld      a,NOBODY
        jr      c,.Lside_on
        ld      a,(side)
.Lside_on:
        ld      (clock_side),a
        ret

; find_key - what a key does
;
; In      A = the key, HL = table: keys with their routines, B = how many
; Out     Z: HL = the routine
; Uses    F B DE HL
find_key:
        ; DE = the routine of this row. Neither inc of a pair nor ld changes Z.
        cp      (hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        ld      d,(hl)
        inc     hl
        jr      z,.Lfound
        djnz    find_key
        dec     b                       ; not Z
.Lfound:
        ex      de,hl
        ret

; arrow - move the cursor, unless that takes it off the board
;
; In      A = UP, DOWN, LEFT, RIGHT
; Out     cursor
; Uses    AF C DE HL
arrow:
        ; DE = UP to RIGHT, 1 to 4. A square off the board has bit 3 or 7.
        ld      hl,.Lsteps - UP
        ld      e,a
        ld      d,0
        add     hl,de
        ld      a,(cursor)
        add     a,(hl)
        ld      c,a
        and     0x88
        ret     nz                      ; off the board
        ld      a,c
        ld      (cursor),a
        ret

; Enter: the cursor's square; with two squares, the move.
.Lenter:
        ; Entered are no keys, one square or both; a lone file is left as it is.
        ld      a,(entered)
        cp      4
        jr      nc,.Lcomplete
        rrca
        ret     c                       ; a file without its rank

        ; The cursor's file and rank, as if both keys had been pressed. E = 0 or
        ; 2, their place in entry.
        ld      hl,entered
        ld      e,(hl)
        inc     (hl)
        inc     (hl)
        ld      d,0
        ld      hl,entry
        add     hl,de
        ld      a,(cursor)
        ld      c,a
        and     7
        ld      (hl),a

        ; The rank, from the upper half of the square.
        inc     hl
        ld      a,c
        rrca
        rrca
        rrca
        rrca
        and     7
        ld      (hl),a
        xor     a
        ld      (entry+4),a
        ret
.Lcomplete:
        ; L = file, H = rank. The promotion's bits are 3 and 7 of from, which a
        ; square leaves free.
        ld      hl,(entry)
        call    square_of
        ld      hl,entry+4
        or      (hl)
        ld      (play_from),a
        ld      hl,(entry+2)
        call    square_of
        ld      (play_to),a

        ; A refused move gets a sound and the reason, and is forgotten by say.
        call    try_move
        jr      c,.Lmoved
        call    buzz
        call    reason
        jp      say
.Lmoved:
        xor     a
        ld      (restrict_count),a      ; other_move begins with a new list
        ; The machine answers: falls into .Lplay.

; Space: the machine plays for the side to move.
.Lplay: call    over
        jp      c,say

        ; The board is up to date before the search begins.
        call    thinks
        call    think

; answer - play the machine's move
;
; In      play_from with a promotion's bits, play_to
; Out     the game; a message if it is over
; Uses    everything
answer: call    try_move                ; legal: always played
        jp      .Ltell

; thinks - show the position and that the machine thinks about it
;
; In      the position
; Out     nothing
; Uses    everything
thinks: call    .Lturn                  ; the clock of the side to move
        ld      de,text_thinks
        call    say

; show - show the board, what was entered, and what is set
;
; In      the position, level, style
; Out     nothing
; Uses    AF BC DE HL
show:   xor     a
        ; Both clocks, the men, then the frames.
        call    show_clock
        ld      a,1
        call    show_clock
        call    draw_board
        call    draw_cursor

        ; An arrow points at the clock of the side to move.
        ; B = what stands before White's clock, C = before Black's. ld leaves Z.
        ld      a,(side)
        ld      bc,'>' << 8 | ' '
        or      a
        jr      z,.Lside
        ld      bc,' ' << 8 | '>'
.Lside: AT      3,19
        call    vram_at
        ld      a,b
        call    put
        AT      5,19
        call    vram_at
        ld      a,c
        call    put

        ; The seconds of the level, and the style by name: its place is cleared,
        ; since one name is longer.
        AT      7,20
        call    vram_at
        call    seconds
        call    print_byte
        ld      de,text_seconds
        AT      7,24
        call    print
        AT      9,20
        ld      b,5
        call    clear_row
        ld      a,(style)
        or      a
        ld      de,text_sx81
        jr      z,.Lname
        ld      de,text_tuned
.Lname: call    print

        ; What was entered, behind the message: B = keys, C = the character of
        ; 0, which is A for a file and 1 for a rank, in turn.
        AT      19,26
        ld      b,5
        call    clear_row
        ld      a,(entered)
        or      a
        ret     z
        ld      b,a
        ld      c,'A'
        ld      hl,entry
        ; A = the key again. The exclusive or of both characters turns one into
        ; the other.
.Lkey:  ld      a,(hl)
        inc     hl
        add     a,c
        call    put
        ld      a,c
        xor     'A' ^ '1'
        ld      c,a
        djnz    .Lkey
        ld      a,(entered)
        cp      4
        ret     c
        ld      a,(entry+4)             ; the promotion's letter

        ; HL finds the bits; the letter is before them. Bits 0 are a queen's or
        ; of no promotion: no letter stands there.
        ld      hl,.Lpromotions + 1
        ld      b,4
.Lletter:
        cp      (hl)
        jr      z,.Lpicked
        inc     hl
        inc     hl
        djnz    .Lletter
.Lpicked:
        or      a
        ret     z
        dec     hl
        ld      a,(hl)
        jp      put


; own_help - write what keys there are in a game: their letters are yellow
;
; In      nothing
; Out     nothing
; Uses    AF BC DE HL
own_help:
        ld      de,.Lhelp

; help - write what keys there are: four texts beside the board, one below it
;
; In      DE = the texts, which cover those of before
; Out     nothing
; Uses    AF BC DE HL
help:   AT      11,20
        ; Every other row from 11 to 17, in one column; HL = the row's place,
        ; which print leaves. Row 19 is the end.
        ld      bc,64
.Lhelp_row:
        call    print
        add     hl,bc
        ld      a,l
        cp      (32*19 + 20) & 0xFF
        jr      nz,.Lhelp_row
        AT      23,1
        jp      print

        .section .uidata, "a"

; What the keys do.
.Lcommands:
        .byte   ENTER
        .word   .Lenter
        .byte   SPACE
        .word   .Lplay
        .byte   ERASE
        .word   .Lerase
        .byte   'N'
        .word   .Lanother
        .byte   'U'
        .word   .Lundo
        .byte   'R'
        .word   .Lredo
        .byte   'T'
        .word   tip
        .byte   'O'
        .word   other_move
        .byte   'P'
        .word   enter_position
        .byte   'M'
        .word   problem
        .byte   'L'
        .word   .Llevel
        .byte   'S'
        .word   .Lstyle
        .byte   UP
        .word   arrow
        .byte   DOWN
        .word   arrow
        .byte   LEFT
        .word   arrow
        .byte   RIGHT
        .word   arrow
.Lcommands_end:
.Lsteps:                        ; of UP and on
        .byte   0x10, -0x10, -1, 1
.Lpromotions:                   ; bits 3 and 7 of from
        .byte   'Q', 0, 'R', 0x08, 'B', 0x80, 'N', 0x88
.Lhelp: .asciz  "tIP     "
        .asciz  "oTHER   "
        .asciz  "pOSITION"
        .asciz  "mATE    "
        .asciz  " nEW  uNDO  rEDO  lEVEL  sTYLE"
.Lname_small:
        .asciz  "searchex"
.Lnothing:
        .byte   0
