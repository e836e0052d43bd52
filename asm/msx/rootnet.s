; rootnet.s - no network: the cartridge has no room for one

        .global net_tables

        .text

; net_tables - leave the root tables as they are; no level searches with the network
;
; In      nothing
; Out     nothing
; Uses    nothing
net_tables:
        ret
