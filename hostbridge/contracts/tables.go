package contracts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/prove"
)

// Places are where a processor's routines take and leave values, by routine: its column of places.txt.
func Places(cpu string) (map[string]prove.Places, error) {
	all, last := map[string]prove.Places{}, ""
	err := eachRow("places.txt", cpu, text("places.txt"), func(_ string, words, here []string) error {
		label, names := words[0], words[1:]
		if label <= last {
			return fmt.Errorf("%s stands behind %s", label, last)
		}
		last = label
		switch {
		case here == nil:
			return nil
		case len(here) != len(names):
			return fmt.Errorf("%s has %d values, and %d places on the %s", label, len(names), len(here), cpu)
		}
		p := prove.Places{In: map[string]string{}, Out: map[string]string{}}
		side := p.In
		for k, place := range here {
			switch {
			case (place == ">") != (names[k] == ">"):
				return fmt.Errorf("%s on the %s: > is elsewhere than among the names", label, cpu)
			case place == ">":
				side, p.Outs = p.Out, names[k+1:]
			case place != "-":
				side[names[k]] = place
			}
		}
		all[label] = p
		return nil
	})
	return all, err
}

// eachRow calls f for each row of a table: its section, the words before the processors' columns, and those in a processor's,
// nil if it has none.
func eachRow(file, cpu, table string, f func(section string, words, here []string) error) error {
	section, column := "", slices.Index(asm.Names(), cpu)
	for i, line := range strings.Split(table, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			section = line
			continue
		}
		cells := strings.Split(line, "|")
		names := len(cells) - len(asm.Names())
		if column < 0 || names < 1 || names > 2 {
			return fmt.Errorf("%s:%d: %d columns: want the names and %d processors, %s among them: %s", file, i+1, len(cells), len(asm.Names()), cpu, line)
		}
		here := strings.Fields(cells[names+column])
		if len(here) == 1 && here[0] == "-" {
			here = nil
		}
		if err := f(section, strings.Fields(strings.Join(cells[:names], " ")), here); err != nil {
			return fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	return nil
}

// readFacts reads what a proof has to know of a processor beyond the places.
func readFacts(b *prove.Book, cpu, table string) error {
	b.Forms, b.Facts, b.Derived = map[string]prove.Form{}, map[string][][2]string{}, map[string][][2]string{}
	return eachRow("facts.txt", cpu, table, func(section string, words, here []string) error {
		if here == nil {
			return nil
		}
		name := words[0]
		p, known := b.Places[name]
		switch section {
		case "[more]":
			if len(words) != 2 {
				return fmt.Errorf("%s: want a routine and a name", name)
			}
			if !known {
				p = prove.Places{In: map[string]string{}}
			}
			p.In[words[1]] = here[0]
			b.Places[name] = p
		case "[other]":
			p.Missing = true
			b.Places[name] = p
		case "[entry]":
			p.Entry = append(p.Entry, pairs(here)...)
			b.Places[name] = p
		case "[uses]":
			p.Uses = append(p.Uses, here...)
			b.Places[name] = p
		case "[forms]":
			b.Forms[name] = prove.Form{Place: here[0], Sets: pairs(here[1:])}
		case "[records]":
			if len(here) != 2 {
				return fmt.Errorf("%s: want a pointer and a region", name)
			}
			if b.Records == nil {
				b.Records = map[string]prove.Record{}
			}
			b.Records[name] = prove.Record{Pointer: here[0], Region: here[1]}
		case "[facts]":
			b.Facts[name] = pairs(here)
		case "[derived]":
			b.Derived[name] = pairs(here)
		default:
			return fmt.Errorf("there is no section %q", section)
		}
		return nil
	})
}

// pairs are words of the form a=b.
func pairs(words []string) (all [][2]string) {
	for _, w := range words {
		a, b, _ := strings.Cut(w, "=")
		all = append(all, [2]string{a, b})
	}
	return all
}

// readHeaders adds to the places what the routines' headers say of registers and memory that may change.
func readHeaders(b *prove.Book, img *asm.Image) error {
	headers, err := img.Headers()
	if err != nil {
		return err
	}
	for _, name := range b.Order {
		p, h := b.Places[name], headers[name]
		_, ok := img.Symbols[name]
		if b.Contracts[name].Lemma {
			continue
		}
		p.Missing = p.Missing || !ok || some[img.CPU.Name] != nil && !slices.Contains(some[img.CPU.Name], name)
		for other, as := strings.CutPrefix(h.Uses, "as "); as && headers[other].Label != ""; other, as = strings.CutPrefix(h.Uses, "as ") {
			h.Uses = headers[other].Uses
		}
		words := asm.HeaderWords(h.Uses + " " + h.Out)
		for register, as := range b.Program.CPU.Registers() {
			if !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(as, w) }) {
				p.Keeps = append(p.Keeps, register)
			}
		}
		slices.Sort(p.Keeps)
		for _, word := range asm.HeaderWords(h.Uses) {
			if at, ok := img.Symbols[word]; ok && img.Kinds[word] == asm.BSS {
				p.Uses = append(p.Uses, fmt.Sprintf("%s:%d", word, room(img, at)))
			}
		}
		b.Places[name] = p
	}
	return nil
}

// room is the number of bytes from an address in RAM to the next label.
func room(img *asm.Image, at uint32) uint32 {
	next := at + 1<<16
	for name, a := range img.Symbols {
		if a > at && img.Kinds[name] == asm.BSS {
			next = min(next, a)
		}
	}
	return next - at
}
