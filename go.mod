module github.com/searchex/searchex

go 1.25.7

require (
	github.com/alecthomas/kong v1.17.0
	github.com/beevik/go6502 v0.3.0
	github.com/corentings/chess/v2 v2.3.2
	github.com/google/go-cmp v0.7.0
	github.com/google/pprof v0.0.0-20260906184651-6331bc6350fe
	github.com/koron-go/z80 v0.10.1
	github.com/rogpeppe/go-internal v1.16.0
	github.com/stretchr/testify v1.12.1
	github.com/user-none/go-chip-m68k v0.1.1
	github.com/user-none/go-chip-z80 v0.0.0-20260315161243-6c949bf925bb
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/exp v0.0.0-20250128182459-e0ece0dbea4c // indirect
	golang.org/x/sys v0.32.0 // indirect
	golang.org/x/tools v0.29.0 // indirect
)
