; frames.s - the stack of sorted moves, in RAM

        .include "search.inc"

        .global sorted_stack

        .bss

; The list of sorted moves of all nodes of the line, eight bytes a record,
; and room for the mark behind the last.
        .balign 8
sorted_stack:
        .space  SORTED_SPACE*REC_SIZE + REC_SIZE
