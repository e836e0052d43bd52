; frames.s - the stacks of the search, in RAM

        .include "search.inc"

        .global frames, sorted_stack

        .bss

; The nodes that wait for a child.
frames: .space  MAX_PLY*NODE_SIZE

; The list of sorted moves of all nodes of the line, eight bytes a record,
; and room for the mark behind the last.
        .balign 8
sorted_stack:
        .space  SORTED_SPACE*REC_SIZE + REC_SIZE
