package symbols

import (
	"regexp"
	"strconv"
	"strings"
)

// viceFirst matches the first line of such a file: a label, a breakpoint, or the command that deletes all labels.
var viceFirst = regexp.MustCompile(`^\s*((al|add_label)\s+(\w+:)?\$?[0-9a-fA-F]+\s+\S|(bk|break|tr|trace|un|until|w|watch)\s+((exec|load|store)\s+)*(\.\S|\w+:|\$?[0-9a-fA-F]{2,6}\b)|(cl|clear_labels)\s*$)`)

// viceCommand matches the commands of VICE's monitor that files of labels have.
var viceCommand = regexp.MustCompile(`^\s*(al|add_label|bank|bk|break|cl|clear_labels|command|cond|condition|cpu|dev|device|dis|disable|en|enable|ignore|rad|radix|sfx|sidefx|tr|trace|un|until|w|watch)(\s|$)`)

// vicePlace is an address in a memory: the computer's (C, or none) or that of a drive.
var vicePlace = regexp.MustCompile(`^(?:(?i:(C)|8|9|10|11):)?\$?([0-9a-fA-F]+)$`)

// readVICE reads a file of commands for VICE's monitor. Labels in the memories of drives are left out.
func readVICE(r *reader) error {
	r.format = "al ADDRESS .NAME, or another command of VICE's monitor"
	for r.next() {
		f := strings.Fields(r.line)
		if !viceCommand.MatchString(r.line) {
			return r.errorf("unknown")
		}
		if f[0] != "al" && f[0] != "add_label" {
			continue
		}
		if len(f) != 3 || f[2] == "." {
			return r.errorf("%d fields", len(f))
		}
		place := vicePlace.FindStringSubmatch(f[1])
		if place == nil {
			return r.errorf("%s is no address", quote(f[1]))
		}
		addr, err := r.address(place[2], 16)
		if err != nil {
			return err
		}
		if place[1] != "" || !strings.Contains(f[1], ":") {
			r.label(strings.TrimPrefix(f[2], "."), addr)
		}
	}
	return nil
}

// equate matches what sjasmplus (--sym) and pasmo write.
var equate = regexp.MustCompile(`^([^\s:=;]+):?\s+(?i:equ)\s+([^\s;]+)\s*(;.*)?$`)

// readEQU reads lines such as NAME: EQU 0x8000 and NAME EQU 08000H.
func readEQU(r *reader) error {
	r.format = "NAME: EQU 0x8000, or 08000H, $8000, #8000 or 32768"
	for r.next() {
		f := equate.FindStringSubmatch(r.line)
		if f == nil {
			return r.errorf("no EQU")
		}
		digits, base := f[2], 10
		switch s := strings.ToLower(digits); {
		case strings.HasPrefix(s, "0x"):
			digits, base = s[2:], 16
		case s[0] == '$' || s[0] == '#':
			digits, base = s[1:], 16
		case strings.HasSuffix(s, "h"):
			digits, base = s[:len(s)-1], 16
		}
		value, err := r.constant(digits, base)
		if err != nil {
			return err
		}
		r.label(f[1], value)
	}
	return nil
}

// readLabels reads lines such as NAME 8000, which make mk5 writes.
func readLabels(r *reader) error {
	r.format = "NAME ADDRESS"
	for r.next() {
		f := strings.Fields(r.line)
		if len(f) != 2 {
			return r.errorf("%d fields", len(f))
		}
		addr, err := r.address(f[1], 16)
		if err != nil {
			return err
		}
		r.label(f[0], addr)
	}
	return nil
}

// readSearchex reads the symbols that make asm writes (asm/README.md): parts with the sizes of their labels, then
// constants.
func readSearchex(r *reader) error {
	r.format = "KIND SECTION UNIT ADDRESS, or SIZE LABEL, and below abs VALUE NAME"
	r.tellsCode = true
	kind, addr := "", uint64(0)
	for r.next() {
		f := strings.Split(r.line, " ")
		switch begins := f[0] == "text" || f[0] == "rodata" || f[0] == "bss"; {
		case r.line == "abs":
			kind = "abs"
		case kind != "abs" && begins && (len(f) == 3 && kind != "" || len(f) == 4):
			kind = f[0]
			if len(f) == 4 {
				start, err := r.address(f[3], 16)
				if err != nil {
					return err
				}
				addr = uint64(start)
			}
		case len(f) != 2 || kind == "" || f[1] == "":
			return r.errorf("%d fields", len(f))
		case kind == "abs":
			value, err := r.address(f[0], 16)
			if err != nil {
				return err
			}
			r.symbols = append(r.symbols, symbol{name: f[1], value: value, constant: true})
		default:
			size, err := strconv.ParseUint(f[0], 10, 32)
			if err != nil || addr+size > 1<<32 {
				return r.errorf("%s is no number of bytes in 32 bits of addresses", quote(f[0]))
			}
			if f[1] != "-" {
				code := kind == "text" && !strings.HasPrefix(f[1], "hook_")
				r.symbols = append(r.symbols, symbol{name: f[1], value: uint32(addr), code: code})
			}
			addr += size
		}
	}
	return nil
}
