; cache.s - the move that cut off or raised alpha when a position was searched
; before

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global try_cached, remember, filter, filter_waiting, hook_cached

; An entry is a byte in each of four tables of CACHE_SIZE: a byte of the key,
; from with a promotion's bits, to, and the node's budget, reduced by ageing.
; The key's first ten bits are its number.
        .equ    CACHE_PAGES, CACHE_SIZE / 256

; CACHE_ENTRY - HL = the position's entry in cache_check. A is lost.
        .macro  CACHE_ENTRY
        ld      a,(key+1)
        and     CACHE_PAGES-1
        add     a,cache_check >> 8
        ld      h,a
        ld      a,(key)
        ld      l,a
        .endm

        .text

; remember - keep the move that cut off or raised alpha at a node
;
; In      n_move, key, n_any, n_sx
; Out     the position's entry. A frontier changes nothing. Another
;         position's entry with a larger budget stays, but that budget loses
;         1
; Uses    AF BC HL
remember:
        ; A frontier never reads the cache. BC = the move.
        ld      a,(n_any)
        and     1 << FRONTIER
        ret     nz
        ld      hl,(n_move)
        ld      c,(hl)
        inc     hl
        ld      b,(hl)
        ; Is the entry this position's, by the check byte?
        CACHE_ENTRY
        ld      a,(key+2)
        cp      (hl)
        jr      z,.Lours
        ; Another position's. If its budget, three tables on, is larger, it
        ; stays, reduced by 1.
        ld      a,h
        add     a,3*CACHE_PAGES
        ld      h,a
        ld      a,(n_sx)
        cp      (hl)
        jr      nc,.Lcheaper
        dec     (hl)
        ret
.Lcheaper:
        ; Back in the first table. HL -> check byte.
        ld      a,h
        sub     3*CACHE_PAGES
        ld      h,a
        ld      a,(key+2)
.Lours: ld      (hl),a
        ; from, to and budget are in the three other tables, at the same place.
        ld      a,h
        add     a,CACHE_PAGES
        ld      h,a
        ld      (hl),c
        add     a,CACHE_PAGES
        ld      h,a
        ld      (hl),b
        add     a,CACHE_PAGES
        ld      h,a
        ld      a,(n_sx)
        ld      (hl),a
        ret

; try_cached - try the cached move of a node before others are generated
;
; In      A = 1: a half-frontier; else 0; as node, and look's result
; Out     carry set: a cutoff, HL = value; else n_alpha, stopped, n_any: what
;         has been tried
; Uses    as node
;
; A' keeps A (half-frontier or not) until the move is listed.
try_cached:
        ; A' = A, the kind of node. No move is tried (carry clear) on the
        ; principal variation, or if the entry is another position's.
        ex      af,af'
        ld      a,(n_following)
        or      a
        ret     nz
        CACHE_ENTRY
        ld      a,(key+2)
        cp      (hl)
        jr      z,.Lits_position
.Lnone: or      a
        ret
.Lits_position:
        ; The move from the second and third table.
        ld      a,h
        add     a,CACHE_PAGES
        ld      h,a
        ld      c,(hl)
        add     a,CACHE_PAGES
        ld      h,a
        ld      b,(hl)                  ; BC = the move
        ; A single evasion is found from the whole list only. carry is clear.
        ld      a,(n_evasion)
        or      a
        jr      z,.Lany_number
        ld      a,(profile_single)      ; needs the number of all moves
        or      a
        ret     nz
.Lany_number:
        ; No move is tried near a draw by fifty moves, or if later parts might
        ; lack room.
        ld      a,(half)
        cp      FIFTY_MOVES             ; never the root: it is on the variation
        jr      nc,.Lnone
        ld      hl,(sorted_top)         ; later parts need room for all moves
        ld      de,sorted_stack + REC_SIZE*(SORTED_SPACE-MAX_MOVES) + 1
        or      a
        sbc     hl,de
        ret     nc
        ; C = from with a promotion's bits, E = to. The entry may belong to
        ; another position with the same bytes, so the move is tested; pop
        ; restores C.
        ld      e,b
        push    bc
        call    is_legal
        pop     bc
        ret     nc
        ; FILTERED: later parts leave it out, by the ply's cached_moves.
        ld      d,a                     ; the flags
        ld      hl,n_any
        set     FILTERED,(hl)
        ld      a,(ply)
        add     a,a
        ld      b,a
        add     a,cached_moves & 255
        ld      l,a
        ld      h,cached_moves >> 8
        ld      (hl),c
        inc     l
        ld      (hl),e
        ; If it is a killer, that is tried too. HL = the ply's
        ; killers, from and to twice. If it is one, it has been
        ; tried.
        ld      a,b
        add     a,a
        ld      l,a                     ; killers begins the page
        ld      b,1 << KILLER_1
        call    .Lkiller
        inc     l
        ld      b,1 << KILLER_2
        call    .Lkiller
        ; Make it the only move of one of the two lists. The node's lists are
        ; empty: sorted moves from here on.
        ld      hl,(sorted_top)
        ld      (n_first_sorted),hl
        ld      hl,tactical_moves
        ld      (tactical_end),hl
        ; A capture or promotion goes to the buffer of captures, no quiet moves
        ; wait.
        ld      a,d
        and     FLAG_CAPTURE | FLAG_PROMOTION
        jr      z,.Lquiet
        call    .Ltake
        ld      (tactical_end),hl
        ld      hl,(raw_end)
        ld      (n_first_waiting),hl
        jr      .Lpart
.Lquiet:
        ; A quiet move waits; there is no capture.
        ld      hl,(raw_end)
        ld      (n_first_waiting),hl
        call    .Ltake
        ld      (raw_end),hl
.Lpart:
hook_cached:                    ; tactical_end, n_first_waiting, raw_end
        ; A callback may have removed it at the hook.
        call    list_begin
        ld      hl,(tactical_end)
        ld      de,tactical_moves
        or      a
        sbc     hl,de
        jr      z,.Lno_tactical
        ; A capture: listing = 0 takes it in any case.
        call    .Ltried
        xor     a
        ld      (listing),a
        call    list_tactical
        jp      try_all
.Lno_tactical:
        ; A quiet move. At a half-frontier (A') it is sorted only if it checks,
        ; attacks or is a killer; list_targets keeps A'.
        call    any_waiting
        ret     z
        call    .Ltried
        call    list_targets
        ex      af,af'
        or      a
        jr      nz,.Lhalf
        call    list_full
        jp      try_all
.Lhalf: call    list_half
        jp      try_all
.Ltried:
        ld      hl,n_any
        set     0,(hl)
        ret

; Is it the killer at HL, of bit B? HL is then at its second byte.
.Lkiller:
        ; Z is set by sub and cp only where both bytes are the same.
        ld      a,(hl)
        inc     l
        sub     c
        ret     nz
        ld      a,(hl)
        cp      e
        ret     nz
        ; Its bit in n_any.
        push    hl
        ld      hl,n_any
        ld      a,(hl)
        or      b
        ld      (hl),a
        pop     hl
        ret

; Append the move C E, flags D, to the list that ends at HL.
.Ltake: ld      (hl),c
        inc     hl
        ld      (hl),e
        inc     hl
        ld      (hl),d
        inc     hl
        ret

; filter_waiting - filter the moves from n_first_waiting on
;
; In      as filter
; Out     raw_end
; Uses    as filter
filter_waiting:
        ld      de,(n_first_waiting)

; filter - drop moves at a node with FILTERED set: at the root all moves to
; which the search is not restricted, elsewhere the cached move, which has been
; tried
;
; In      raw moves from DE to raw_end; ply; restrict_count; cached_moves
; Out     raw_end
; Uses    AF BC DE HL AF'
filter: ld      a,(ply)
        ; Elsewhere DE -> the ply's cached move, and HL = the first raw move.
        or      a
        jp      z,restrict
        add     a,a
        add     a,cached_moves & 255
        ld      l,a
        ld      h,cached_moves >> 8
        ex      de,hl
        jp      drop_move
