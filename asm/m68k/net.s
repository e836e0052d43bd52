| net.s - the network that adds to the root tables (docs/lab/root-net.md)

        .include "memory.inc"

        .global net_tables

        .text

| net_tables - add the network's tables to those of build_tables
|
| In      the position; pst as build_tables has made it
| Out     pst
| Uses    everything
net_tables:
        rts
