# Building, running and testing need only Go. Only make asm needs assemblers (Debian: binutils-z80, cc65, binutils-m68k-linux-gnu).

.PHONY: build test generate asm headers fit golden bench ci

build:
	go build ./...
	go build -o searchex ./cmd/searchex

test:
	go test ./...

# Shared tables and constants, from Go into each assembly dialect.
generate:
	go generate ./asm

# ROM images, symbols, line tables and manifests, next to the sources.
asm:
	go run ./asm/build z80
	go run ./asm/build m6502
	go run ./asm/build m68k

# The cycles in the headers of the routines, measured; the comments are sources too, so the manifest changes.
headers: asm
	go test ./hostbridge -run HeadersTellTheCycles -count=1 -update
	go run ./asm/build z80
	go run ./asm/build m6502
	go run ./asm/build m68k

# The models of the machines' cycles, fitted to the ROMs as they are; minutes.
fit:
	go run ./cmd/searchex fit --write

# Rewrites the recorded results; read the diff before committing it.
golden:
	go test ./golden -update
	go test ./cmd/searchex -run 'README|FourTongues|Manual' -update

bench:
	go test -run '^$$' -bench . ./...

ci:
	.ci/run
