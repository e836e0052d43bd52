package session

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/guest"
)

// guestFiles returns the files of the guest mini6502 after edits, by their names.
func guestFiles(t *testing.T, edits ...func(testing.TB, map[string][]byte)) map[string][]byte {
	t.Helper()
	dir := filepath.Dir(strings.TrimPrefix(given.Guest(t, edits...), guest.Prefix))
	files := map[string][]byte{}
	for _, name := range []string{"mini6502.toml", "mini6502.bin", "mini6502.lbl"} {
		files[name] = given.File(t, filepath.Join(dir, name))
	}
	return files
}

// bring sends files in parts.
func (p *page) bring(files map[string][]byte) {
	p.Helper()
	for name, text := range files {
		for at := 0; at == 0 || at < len(text); at += 1000 {
			part, err := json.Marshal(map[string]any{"type": "bring", "name": name, "at": at, "data": text[at:min(at+1000, len(text))]})
			require.NoError(p, err)
			p.Receive(part)
			p.want(typeDone)
		}
	}
}

// guest brings files and returns the name of the program's engine.
func (p *page) guest(files map[string][]byte) string {
	p.Helper()
	p.bring(files)
	p.say(`{"type":"guest","name":"mini6502.toml"}`)
	k := p.want(typeGuest)
	p.want(typeDone)
	return k["name"].(string)
}

// meets begins a session in which a guest is to play, as fast as can be, after edits of its files.
func meets(t *testing.T, edits ...func(testing.TB, map[string][]byte)) (p *page, name string) {
	t.Helper()
	p = open(t, Options{Guest: guest.Load})
	p.say(`{"type":"hello"}`)
	p.want(typeDone)
	name = p.guest(guestFiles(t, edits...))
	for _, word := range []string{"speed max", "level 1", "machine " + name} {
		p.say(`{"type":"say","text":%q}`, word)
		p.want(typeDone)
	}
	return p, name
}

// ended waits until the machine does not think, and returns what the display says.
func (p *page) ended() map[string]any {
	p.Helper()
	for {
		if m := p.want(typeDisplay); m["thinking"] == false && m["message"] != "" {
			return m
		}
	}
}

// A program whose files a page brings plays under its own name, and is found again under the same
// engine's name when its files are brought again.
func TestAGuestOfAPagePlays(t *testing.T) {
	p, name := meets(t)
	assert.Regexp(t, `^loaded:mini6502\.toml@[0-9a-f]{8}$`, name)
	p.say(`{"type":"move","move":"e2e4"}`)
	g := p.game(2)
	seat := g["seats"].([]any)[1].(map[string]any)
	assert.Equal(t, []any{true, name, "mini6502"}, []any{seat["machine"], seat["engine"], seat["title"]})
	p.say(`{"type":"save"}`)
	pgn := p.want(typePGN)["pgn"].(string)
	assert.Contains(t, pgn, `[Black "searchex mini6502"]`)
	assert.Equal(t, name, p.guest(guestFiles(t)))
	assert.NotEqual(t, name, p.guest(guestFiles(t, given.Described(`level = "ply"`, ""))), "another program")
}

// Each fault of the files is one line, and there is no opponent then.
func TestAGuestOfAPageIsRefused(t *testing.T) {
	p := open(t, Options{Guest: guest.Load})
	described := given.Described
	for want, edit := range map[string]func(testing.TB, map[string][]byte){
		"mini6502.toml:9: program.images: /etc/passwd: want a name without a folder: the file is loaded with the description":      described("mini6502.bin", "/etc/passwd"),
		"mini6502.toml:9: program.images: ../x: want a name without a folder: the file is loaded with the description":             described("mini6502.bin", "../x"),
		"mini6502.toml:10: program.symbols: session.go: it was not loaded with the description: load all files together":           described("mini6502.lbl", "session.go"),
		"mini6502.toml:9: program.images: mini6502.bin has 1486 bytes and the SHA-256 ":                                            described("at = 0x8000", `at = 0x8000, sha256 = "abc"`),
		"mini6502.toml:8: program.clok: there is no key clok: the nearest is clock":                                                described("clock", "clok"),
		`mini6502.toml:34: search.call: "thin", column 1: thin is not a register, a label or a known number: the nearest is think`: described(`"think"`, `"thin"`),
		"mini6502.toml:30: play.call: play is $8051, where the images have no code":                                                func(_ testing.TB, f map[string][]byte) { f["mini6502.bin"] = []byte("abc") },
		"mini6502.toml: it was not loaded with the description": func(_ testing.TB, f map[string][]byte) {
			f["other.toml"] = f["mini6502.toml"]
			delete(f, "mini6502.toml")
		},
		"mini6502.toml: it has 1048577 bytes: want at most 1048576":                       func(_ testing.TB, f map[string][]byte) { f["mini6502.toml"] = make([]byte, 1<<20+1) },
		"mini6502.toml: answer: want from and to, the squares of the move that was found": given.Without("answer"),
	} {
		files := guestFiles(t)
		edit(t, files)
		p.bring(files)
		p.say(`{"type":"guest","id":"g","name":"mini6502.toml"}`)
		m := p.want(typeError)
		assert.Contains(t, m["text"], want)
		assert.Equal(t, "g", m["id"])
	}
	assert.Empty(t, p.guests.kinds)
	p.say(`{"type":"guest","name":"mini6502.toml"}`)
	assert.Contains(t, p.want(typeError)["text"], "it was not loaded", "what was brought serves once")
}

// What a page may bring is bounded; after an error it begins again.
func TestWhatAPageBringsIsBounded(t *testing.T) {
	p := open(t, Options{Guest: guest.Load})
	part := bytes.Repeat([]byte("A"), 4*(MaxMessage/4-100))
	for at := range maxBrought/len(part) + 2 {
		p.say(`{"type":"bring","name":"x","at":%d,"data":"%s"}`, at*len(part)/4*3, part)
		m := <-p.inbox
		if m["type"] == typeError {
			assert.Equal(t, "file x: the files have more than 4194304 bytes together", m["text"])
			break
		}
	}
	assert.Empty(t, p.guests.files)
	for i := range maxFiles {
		p.say(`{"type":"bring","name":"%d","data":"AA=="}`, i)
		p.want(typeDone)
	}
	p.say(`{"type":"bring","name":"more","data":"AA=="}`)
	assert.Equal(t, "file more: want at most 16 files for a program", p.want(typeError)["text"])

	for i := range maxGuests {
		p.guest(guestFiles(t, given.Described("clock = 1_000_000", "clock = 1_000_00"+string('1'+rune(i)))))
	}
	p.bring(guestFiles(t))
	p.say(`{"type":"guest","name":"mini6502.toml"}`)
	assert.Equal(t, "mini6502: 8 programs are loaded already: load the page again, with fewer", p.want(typeError)["text"])
}

// Two sessions do not see each other's programs, and no other part of the program does.
func TestAGuestIsOfItsSessionAlone(t *testing.T) {
	_, name := meets(t)
	other := open(t, Options{Guest: guest.Load})
	other.say(`{"type":"hello"}`)
	other.want(typeDone)
	want := "engine " + name + " is not loaded: load its files again"
	other.say(`{"type":"say","text":%q}`, "machine "+name)
	for m := other.want(typeDisplay); m["message"] != want; m = other.want(typeDisplay) {
	}
	other.say(`{"type":"search","id":"a","engine":%q,"profile":"sx81","fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1"}`, name)
	assert.Equal(t, want, other.want(typeError)["text"])
	_, err := hostbridge.KindOf(name)
	assert.EqualError(t, err, want)
}

// A game whose program is not loaded is kept: another machine has the seat, and waits.
func TestAGameWithoutItsGuestIsKept(t *testing.T) {
	p := open(t, Options{Guest: guest.Load})
	p.say(`{"type":"hello"}`)
	p.want(typeDone)
	p.say(`{"type":"resume","current":1,"games":[{"board":1,"pgn":"1. e4 *","at":1,"level":"5","seats":[{"engine":"6502","profile":"sx81"},` +
		`{"machine":true,"engine":"loaded:mini6502.toml@00000000","profile":"sx81","title":"mini6502"}]}]}`)
	g := p.game(1)
	assert.Equal(t, "6502", g["seats"].([]any)[1].(map[string]any)["engine"])
	m := p.ended()
	assert.Equal(t, "mini6502 is not loaded, the 6502 has its place: load its files again to play on against it", m["message"])
	p.want(typeDone)
}

// A program that answers with an illegal move has lost, and it is said where.
func TestAGuestThatAnswersIllegallyLoses(t *testing.T) {
	p, _ := meets(t, given.AnswersIllegally)
	p.say(`{"type":"move","move":"e2e4"}`)
	g := p.game(1)
	for g["why"] == nil {
		g = p.want(typeGame)
	}
	assert.Equal(t, []any{"1-0", "illegal move", "you win"}, []any{g["result"], g["why"], g["outcome"]})
	assert.Regexp(t, `^engine mini6502: mini6502.toml:\d+: answer: the program's move is d7d7, which is no legal move in rnbq.*: 1-0$`, p.ended()["message"])
}

// A program that never returns ends by its budget with one line, or when it is stopped; so does one
// that hangs before its search.
func TestAGuestThatNeverReturnsEnds(t *testing.T) {
	p, _ := meets(t, given.NeverReturns, given.Described(`call = "think"`, "call = \"think\"\ncycles = 100_000"))
	p.say(`{"type":"move","move":"e2e4"}`)
	assert.Regexp(t, "^engine mini6502: mini6502.toml:.*runaway, no return within the budget.*: cycles permits more", p.ended()["message"])

	for _, hangs := range []string{`call = "think"`, `call = "reset"`} {
		p, _ = meets(t, given.NeverReturns, given.Described(hangs, `call = "think"`))
		p.say(`{"type":"move","move":"e2e4"}`)
		for m := p.want(typeDisplay); m["thinking"] == false; m = p.want(typeDisplay) {
		}
		for p.yields.Load() == 0 { // in a Web Worker nothing could stop it otherwise
			runtime.Gosched()
		}
		p.say(`{"type":"say","text":"back"}`)
		for m := p.want(typeDisplay); m["thinking"] == true; m = p.want(typeDisplay) {
		}
	}
}

// What a program cannot do is said in a line.
func TestWhatAGuestCannotDo(t *testing.T) {
	p, name := meets(t)
	for word, want := range map[string]string{"level PROBLEM 2": "mini6502 proves no mates: want another level", "level ELO 900": "mini6502 has no rated levels: want another level"} {
		p.say(`{"type":"say","text":%q}`, word)
		p.want(typeDone)
		p.say(`{"type":"say","text":"go"}`)
		assert.Equal(t, want, p.ended()["message"])
	}
	p.say(`{"type":"tree","id":"a","engine":%q,"profile":"sx81","plies":1,"top":1,"fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1"}`, name)
	assert.Contains(t, p.want(typeError)["text"], "is not loaded")
}
