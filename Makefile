# Building, running and testing need only Go. Only make asm needs assemblers (Debian: binutils-z80, cc65, binutils-m68k-linux-gnu).

.PHONY: build test generate asm mk5 msx md guests guest-6502 guest-z80 guest-68000 fit golden docs bench dist site ci night counts cold

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
	go run ./asm/tools/build

# The models of the machines' cycles, fitted to the ROMs as they are; minutes.
fit:
	go run ./cmd/lab fit cycles --write

# Rewrites the recorded results: searches, what calls of routines take, pages. It writes nothing while a machine's searches
# differ from Go's. Read the diff before committing it.
golden:
	go test ./golden -count=1 -update
	go test ./hostbridge -run CyclesOfRoutines -count=1 -update
	go test ./cmd/searchex -run 'README|Manual' -update
	go run ./cmd/lab odd-even --doc

# Pages and blocks of pages that commands write; minutes. docs/pages is not committed: four-languages.md there has four routines in every language, of
# which docs/manual/routine.md shows one.
docs:
	mkdir -p docs/pages
	go run ./cmd/searchex routine --doc docs/pages/four-languages.md
	go run ./cmd/searchex window --doc docs/manual/window.md
	go test ./cmd/lab/internal/sex ./cmd/lab/internal/oddeven ./cmd/lab/internal/classic -run README -count=1 -update
	go test ./cmd/searchex -run 'README|Manual' -count=1 -update

bench:
	go test -run '^$$' -bench . ./...

# Programs for other computers, in dist, with their checksums. The same commit and the same Go make the same bytes, in
# any folder.
DIST = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

dist:
	rm -rf dist
	mkdir dist
	set -e; for p in $(DIST); do os=$${p%/*}; arch=$${p#*/}; ext=; test $$os != windows || ext=.exe; \
		CGO_ENABLED=0 GOFLAGS= GOEXPERIMENT= GOAMD64=v1 GOARM64=v8.0 GOOS=$$os GOARCH=$$arch \
			go build -trimpath -ldflags=-buildid= -o dist/searchex-$$os-$$arch$$ext ./cmd/searchex; \
		CGO_ENABLED=0 GOFLAGS= GOEXPERIMENT= GOAMD64=v1 GOARM64=v8.0 GOOS=$$os GOARCH=$$arch \
			go build -trimpath -ldflags=-buildid= -o dist/searchex-lab-$$os-$$arch$$ext ./cmd/lab; done
	cd dist; if command -v sha256sum >/dev/null; then sha256sum searchex-*; else shasum -a 256 searchex-*; fi >SHA256SUMS

# The page of searchex serve as static files, in site, with the program as WebAssembly. Any static host serves them; URL is
# the address where, for previews of links.
site:
	go run ./cmd/internal/web/site -out site -url '$(URL)'

ci:
	.ci/run

# How much there is to carry: lines, words, packages, exported symbols.
counts:
	.ci/counts

# What a newcomer waits for with empty caches; ten minutes.
cold:
	.ci/cold

# What CI has no time for: each step of each command that writes files fails, a worker lies in every kind of run, all
# faults of work on many computers, all slow tests of the engines, and random searches in which every job is done twice.
# Hours.
night:
	.ci/run night
	SEARCHEX_TESTS=slow go test ./cmd/searchex ./cmd/lab -run DiskThatFails -count=1 -timeout 0
	SEARCHEX_TESTS=slow go test ./cmd/lab/internal/commands -run EveryKind -count=1 -timeout 0
	SEARCHEX_TESTS=spread go test ./cmd/lab -count=1 -timeout 0
	SEARCHEX_TESTS=slow go test ./goengine ./hostbridge -count=1 -timeout 0
	go run ./cmd/lab soak 20000 --spread embedded --check 100

# The MK V's module: monitor, symbols and manifest, next to the sources in asm/mk5. searchex export mk5 writes the set.
mk5:
	go run ./asm/tools/mk5

# The cartridges of the MSX and the Mega Drive: the engines of the Z80 and the 68000 linked to those maps, symbols and
# manifest, in asm/msx and asm/md.
msx md:
	go run ./asm/tools/cartridge $@

# Small chess programs that share nothing with the engines: image and symbols, next to the sources or in the folder OUT.
guests: guest-6502 guest-z80 guest-68000

guest-6502: OUT = asm/guests/mini6502
guest-6502:
	ca65 -o $(OUT)/mini6502.o asm/guests/mini6502/mini6502.s
	ld65 -C asm/guests/mini6502/mini6502.cfg -Ln $(OUT)/mini6502.lbl -o $(OUT)/mini6502.bin $(OUT)/mini6502.o
	rm $(OUT)/mini6502.o

guest-z80: OUT = asm/guests/miniz80
guest-z80:
	z80-unknown-coff-as --fatal-warnings -o $(OUT)/miniz80.o asm/guests/miniz80/miniz80.s
	z80-unknown-coff-ld -T asm/guests/miniz80/miniz80.ld -o $(OUT)/miniz80.coff $(OUT)/miniz80.o
	z80-unknown-coff-objcopy -O binary -j .text $(OUT)/miniz80.coff $(OUT)/miniz80.bin
	chmod a-x $(OUT)/miniz80.bin
	z80-unknown-coff-nm $(OUT)/miniz80.coff >$(OUT)/miniz80.nm
	rm $(OUT)/miniz80.o $(OUT)/miniz80.coff

# In C, by Debian's gcc-m68k-linux-gnu. Another version of the compiler than this one may make other bytes.
GUEST_GCC = 12.2.0

guest-68000: OUT = asm/guests/mini68k
guest-68000:
	@version=$$(m68k-linux-gnu-gcc -dumpfullversion); test "$$version" = $(GUEST_GCC) || \
		echo "m68k-linux-gnu-gcc is $$version, not $(GUEST_GCC): what it makes may differ from what is committed" >&2
	m68k-linux-gnu-gcc -m68000 -std=c99 -O2 -g -Wall -Wextra -Werror -ffreestanding -nostdlib -static -fno-pie -no-pie -fno-ident \
		-fno-asynchronous-unwind-tables -ffile-prefix-map="$$PWD"=. -Wl,--build-id=none,--nmagic,--fatal-warnings \
		-T asm/guests/mini68k/mini68k.ld -o $(OUT)/mini68k.elf asm/guests/mini68k/mini68k.c
	m68k-linux-gnu-objcopy -O binary -j .text $(OUT)/mini68k.elf $(OUT)/mini68k.bin
	m68k-linux-gnu-nm -n $(OUT)/mini68k.elf >$(OUT)/mini68k.nm
	chmod a-x $(OUT)/mini68k.elf $(OUT)/mini68k.bin
