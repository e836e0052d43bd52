; cache.s - the move that cut off or raised alpha when a position was searched
; before

        .include "constants_gen.inc"
        .include "rules.inc"
        .include "search.inc"

        .global try_cached, remember, filter, filter_waiting, hook_cached

; An entry is four bytes in four tables of CACHE_SIZE: a byte of the key, from
; with a promotion's bits, to, and the budget that the node had, less what has
; worn off. The key's first ten bits say which.
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
; Out     the position's entry, but of a frontier, where the cache isn't asked,
;         and where it is another position's with a larger budget, which loses
;         a unit of it
; Uses    AF BC HL
remember:
        ; Frontiers do not ask the cache. BC = the move.
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
        ; Another one's. Its budget, three tables on, is larger: it stays, one
        ; older.
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

; try_cached - try the move that the cache has for a node, as a part of it
;
; In      A = 1: a half-frontier; else 0; as node, and the picture
; Out     carry set: a cutoff, HL = value; else n_alpha, stopped, n_any: what
;         has been tried
; Uses    as node
;
; A' says what the node is until the move is listed.
try_cached:
        ; A' = what the node is. On the principal variation, carry clear, and
        ; where the entry is another position's, no cached move is tried.
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
        ld      a,(profile_single)      ; to be known, it takes all moves
        or      a
        ret     nz
.Lany_number:
        ; Neither where the fifty-move rule would make a draw, nor where other
        ; parts might find no room.
        ld      a,(half)
        cp      FIFTY_MOVES             ; not at the root, which is of the variation
        jr      nc,.Lnone
        ld      hl,(sorted_top)         ; later parts want room for any moves
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
        ; A killer is tried with it.
        ; HL = the ply's killers, from and to twice. If it is one, it has been
        ; tried.
        ld      a,b
        add     a,a
        ld      l,a                     ; killers begins the page
        ld      b,1 << KILLER_1
        call    .Lkiller
        inc     l
        ld      b,1 << KILLER_2
        call    .Lkiller
        ; The only move of one list or the other.
        ; The node's lists are empty: sorted moves from here on.
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
        ; The host may have taken it out at the hook.
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
        ; A quiet move: sorted, or at a half-frontier only if it is worth it. A'
        ; says which; list_targets leaves it.
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

; filter_waiting - filter, for the moves from n_first_waiting on
;
; In      as filter
; Out     raw_end
; Uses    as filter
filter_waiting:
        ld      de,(n_first_waiting)

; filter - leave out of a node's moves what a node of FILTERED does without: at
; the root what the search isn't restricted to, elsewhere the cached move that
; has been tried
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
