; early.s - killers tried before the quiet moves are generated

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global try_killers, killers_part, early_killer, drop_early
        .global drop_move
        .global hook_killer, hook_killers

        .text

; try_killers - try the killers, one by one, at a node where they end the line,
; before anything is generated
;
; In      The result of look, n_following, n_any: FRONTIER if killers that check
;         end it too
; Out     carry set: a cutoff; else n_any: what has been tried
; Uses    everything
try_killers:
        ; Not without killers, and not on the principal variation; and and or
        ; leave carry clear.
        ld      a,(switches)
        and     1 << KILLERS
        ret     z
        ld      a,(n_following)
        or      a
        ret     nz
        ld      a,(half)
        cp      FIFTY_MOVES             ; never the root: it is on the variation
        ret     nc
        ; Make the killer the node's only waiting move. The second one falls
        ; through and ends the routine.
        ld      hl,(raw_end)
        ld      (n_first_waiting),hl
        ld      b,1 << KILLER_1
        call    .Lone
        ret     c
        ld      b,1 << KILLER_2
        ; HL = the killer's static value, if it can be tried.
.Lone:  call    early_killer
        ret     nc
        ; A leaf's value is at most its static value: below beta it can't cut
        ; off.
        ld      de,(n_beta)
        or      a
        sbc     hl,de
        ccf
        ret     nc                      ; it can't cut
        ; At a frontier a check ends the line too. Elsewhere a checking move is
        ; left for later.
        ld      hl,n_any
        bit     FRONTIER,(hl)
        jr      nz,.Ltry
        push    bc
        ; C = from, E = to of the raw move; D = the piece's byte. Carry set: it
        ; checks, or may.
        ld      hl,(raw_end)
        ld      c,(hl)
        inc     hl
        ld      e,(hl)
        inc     hl
        bit     5,(hl)                  ; castling may check; carry is still set
        jr      nz,.Lchecks
        ld      h,board >> 8
        ld      l,c
        ld      d,(hl)
        call    gives_check
.Lchecks:
        pop     bc
        ccf
        ret     nc
        ; Take it. A callback may have removed it at the hook.
.Ltry:  call    .Ltake
hook_killer:                    ; n_first_waiting, raw_end
        call    any_waiting
        ret     z
        ; The node has a move. It is evaluated and tested, and raw_end goes
        ; back; ld leaves carry.
        ld      hl,n_any
        set     0,(hl)
        ld      a,1
        ld      (scan_checks),a
        ld      hl,(n_first_waiting)
        call    scan_moves
        ld      hl,(n_first_waiting)
        ld      (raw_end),hl
        ret

; killers_part - try the killers of a node before its other quiet moves; at
; a half-frontier only those that may cut
;
; In      The result of look, n_any
; Out     as node; n_any: what has been tried
; Uses    as node
killers_part:
        ; As in try_killers: killers are kept, the node is not on the principal
        ; variation, and there is no draw by fifty moves.
        ld      a,(switches)
        and     1 << KILLERS
        ret     z
        ld      a,(n_any)
        and     1 << FOLLOWING
        ret     nz
        ld      a,(half)
        cp      FIFTY_MOVES             ; never the root: it is on the variation
        ret     nc
        ld      hl,(sorted_top)
        ld      de,sorted_stack + REC_SIZE*(SORTED_SPACE-2) + 1
        or      a
        sbc     hl,de
        ret     nc                      ; no room for two
        ; What can be tried is appended, one behind the other.
        ld      b,1 << KILLER_1
        call    .Lnext
        ld      b,1 << KILLER_2
        call    .Lnext
        ; None: carry is clear. A callback may also remove all.
        call    any_waiting
        ret     z
hook_killers:                   ; n_first_waiting, raw_end
        call    any_waiting
        ret     z
        ld      hl,n_any
        set     0,(hl)
        call    list_full               ; of killers, which need no targets
        jp      try_all
        ; In a stage any killer is taken, at a half-frontier only one whose
        ; static value reaches beta. rla has left carry clear.
.Lnext: call    early_killer
        ret     nc
        ld      a,(n_any)
        rla                             ; STAGED_NODE
        jr      c,.Ltake
        ld      de,(n_beta)
        sbc     hl,de
        ret     c

; Take the move at raw_end, the killer of bit B.
        ; The killer's bit notes that it has been tried. raw_end goes over the
        ; move.
.Ltake: ld      hl,n_any
        ld      a,(hl)
        or      b
        ld      (hl),a
        ld      hl,(raw_end)
        inc     hl
        inc     hl
        inc     hl
        ld      (raw_end),hl
        ret

; early_killer - is an untried killer of the ply legal and quiet here?
;
; In      B = its bit of n_any, KILLER_1 or KILLER_2; ply, n_static, look's
;         result
; Out     carry set: it is, HL = static value after it; the raw move at
;         raw_end, which stays
; Uses    AF DE HL IX IY C'
early_killer:
        ; Tried already: carry clear from and.
        ld      a,(n_any)
        and     b
        ret     nz
        push    bc
        ; Four bytes a ply; the second killer is two further on.
        ld      a,(ply)
        add     a,a
        add     a,a
        bit     KILLER_1,b
        jr      nz,.Lfirst
        add     a,2
.Lfirst:
        ld      l,a                     ; killers begins a page
        ld      h,killers >> 8
        ; C = from, E = to. An empty place is a1 to a1, which is never legal.
        ld      c,(hl)
        inc     l
        ld      e,(hl)
        call    is_legal
        jr      nc,.Lnone
        ; Here a capture or promotion, which is tried with the captures.
        ld      b,a
        and     FLAG_CAPTURE | FLAG_PROMOTION
        jr      nz,.Lnone
        ; The raw move behind the list, HL at its begin for after.
        ld      hl,(raw_end)
        ld      (hl),c
        inc     hl
        ld      (hl),e
        inc     hl
        ld      (hl),b
        dec     hl
        dec     hl
        ld      de,(n_static)
        call    after
        scf
.Lnone: pop     bc
        ret

; drop_early - drop the killers already tried from the quiet moves
;
; In      n_first_waiting to raw_end, all quiet moves; n_any, ply
; Out     raw_end
; Uses    AF BC DE HL
drop_early:
        ; Neither has been tried: all stay.
        ld      a,(n_any)
        and     1 << KILLER_1 | 1 << KILLER_2
        ret     z
        ; DE = the ply's first killer. The second falls through.
        ld      b,a
        ld      a,(ply)
        add     a,a
        add     a,a
        ld      e,a
        ld      d,killers >> 8
        bit     KILLER_1,b
        call    nz,.Ldrop
        inc     e
        inc     e
        bit     KILLER_2,b
        ret     z
        ; The killer at DE is taken out of the waiting moves.
.Ldrop: push    de
        push    bc
        ld      hl,(n_first_waiting)
        call    drop_move
        pop     bc
        pop     de
        ret

; drop_move - take a move out of a list, if it is there
;
; In      DE = the move; HL = the first raw move, raw_end
; Out     raw_end
; Uses    AF BC DE HL
drop_move:
        ; BC = the move. $FF behind the last one ends the search.
        ld      a,(de)
        ld      c,a
        inc     e
        ld      a,(de)
        ld      b,a
        ld      de,(raw_end)
        ld      a,0xFF
        ld      (de),a
        ; The from bytes, three apart. $FF: it is not there.
.Lfind: ld      a,(hl)
        cp      c
        inc     hl
        jr      z,.Lits_piece
        inc     a
        ret     z
.Lanother:
        inc     hl
        inc     hl
        jp      .Lfind
.Lits_piece:
        ; to as well? Else on with the next move.
        ld      a,(hl)
        cp      b
        jr      nz,.Lanother
        dec     hl
        ; BC = the bytes behind the move, which go down over it. DE = the move.
        ex      de,hl                   ; HL = raw_end
        sbc     hl,de                   ; carry is clear since the cp
        ld      b,h
        ld      c,l
        ld      h,d
        ld      l,e
        inc     hl
        inc     hl
        inc     hl
        dec     bc
        dec     bc
        dec     bc
        ; raw_end is where the last of them ends, or the move's place.
        ld      a,b
        or      c
        jr      z,.Llast
        ldir
.Llast: ld      (raw_end),de
        ret
