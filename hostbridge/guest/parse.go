package guest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/searchex/searchex/internal/words"
)

// parse reads a description. path names it in messages.
func parse(from origin, path string, data []byte) (*Description, error) {
	const mark = "\xEF\xBB\xBF" // of UTF-8, which some editors write
	data = bytes.TrimPrefix(data, []byte(mark))
	if bytes.HasPrefix(data, []byte("\xFF\xFE")) || bytes.HasPrefix(data, []byte("\xFE\xFF")) {
		return nil, &Error{File: path, Line: 1, What: "the text is UTF-16: want UTF-8"}
	}
	keys := linesOf(data)
	if keys.wrong != nil {
		keys.wrong.File = path
		return nil, keys.wrong
	}
	d := &Description{from: from, path: path, lines: keys.lines}
	for _, name := range slices.SortedFunc(maps.Keys(d.lines), func(a, b string) int { return cmp.Compare(d.lines[a], d.lines[b]) }) {
		if what := unknown(strings.Split(name, ".")); what != "" {
			return nil, &Error{File: path, Line: d.lines[name], What: what}
		}
	}
	err := toml.Unmarshal(data, d)
	if bad := (*toml.DecodeError)(nil); errors.As(err, &bad) {
		row, column := bad.Position()
		where, what := fmt.Sprintf("column %d", column), strings.TrimPrefix(bad.Error(), "toml: ")
		if name := strings.Join(bad.Key(), "."); d.lines[name] != 0 && !strings.Contains(what, "already") { // that is of the first
			row, where = d.lines[name], name
		}
		if m := mistyped.FindStringSubmatch(what); m != nil {
			what = fmt.Sprintf("want %s, found %s", cmp.Or(typeNames[m[2]], "another type"), m[1])
		}
		return nil, &Error{File: path, Line: row, What: where + ": " + what}
	}
	if err != nil {
		return nil, &Error{File: path, What: err.Error()}
	}
	return d, nil
}

// mistyped matches the decoder's error of a value of a wrong type; typeNames are the types in words.
var (
	mistyped  = regexp.MustCompile(`^cannot decode TOML (.*) into .* of type (\S+)$`)
	typeNames = map[string]string{
		"string": "a text in quotes", "bool": "true or false", "int": "a whole number", "int64": "a whole number", "uint32": "a whole number",
		"uint64": "a whole number", "guest.Lines": "a text in quotes or a list of texts", "[]guest.Image": "a list of tables",
	}
)

// longestKey is how much of a key an error has.
const longestKey = 80

// unknown says of a key that there is none of that name, and which is the nearest; "" if there is one.
func unknown(key []string) string {
	t := reflect.TypeFor[Description]()
	for i, name := range key {
		for t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() == reflect.Map || t.Kind() == reflect.Interface {
			return ""
		}
		full := strings.Join(key[:i+1], ".")
		if t.Kind() != reflect.Struct {
			return fmt.Sprintf("%s: %s holds no keys", words.Short(full, longestKey), words.Short(strings.Join(key[:i], "."), longestKey))
		}
		all := keysOf(t)
		f, ok := all[name]
		if !ok {
			return fmt.Sprintf("%s: there is no key %s: the nearest is %s", words.Short(full, longestKey), words.Short(name, 40), words.Nearest(name, slices.Sorted(maps.Keys(all))))
		}
		t = f
	}
	return ""
}

// keysOf are the keys of a table with their types.
func keysOf(t reflect.Type) map[string]reflect.Type {
	all := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		switch name := f.Tag.Get("toml"); {
		case f.Anonymous:
			maps.Copy(all, keysOf(f.Type))
		case !f.IsExported():
		case name != "":
			all[name] = f.Type
		default:
			all[strings.ToLower(f.Name)] = f.Type
		}
	}
	return all
}

// A file has at most maxKeys keys, of at most maxParts parts with dots between them: more would take the decoder long.
const (
	maxKeys  = 10_000
	maxParts = 8
)

// keyLines are the lines of the keys and tables of a file, by their full names, up to its first error.
type keyLines struct {
	lines map[string]int
	// feeds are the places of the line feeds, by number.
	feeds []int
	count int
	wrong *Error // the first key of too many parts, or too many keys
}

// linesOf reads the lines of the keys and tables of a file.
func linesOf(data []byte) *keyLines {
	k := &keyLines{lines: map[string]int{}}
	for i, c := range data {
		if c == '\n' {
			k.feeds = append(k.feeds, i)
		}
	}
	var p unstable.Parser
	p.Reset(data)
	table := ""
	for k.wrong == nil && p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.KeyValue {
			table = k.add("", e.Key())
			continue
		}
		k.inline(e.Value(), k.add(table, e.Key()))
	}
	return k
}

// add adds the line of a key of a table, and of the tables that it names. It returns its full name.
func (k *keyLines) add(table string, key unstable.Iterator) (name string) {
	name = table
	k.count++
	for n := 0; key.Next() && k.wrong == nil; n++ {
		line := sort.SearchInts(k.feeds, int(key.Node().Raw.Offset)) + 1
		switch {
		case n == maxParts:
			k.wrong = &Error{Line: line, What: fmt.Sprintf("a key of more than %d parts", maxParts)}
		case k.count > maxKeys:
			k.wrong = &Error{Line: line, What: fmt.Sprintf("more than %d keys: want labels in a file of program.symbols", maxKeys)}
		}
		if name = strings.TrimPrefix(name+"."+string(key.Node().Data), "."); k.lines[name] == 0 {
			k.lines[name] = line
		}
	}
	return name
}

// inline adds the lines of the keys of inline tables.
func (k *keyLines) inline(value *unstable.Node, name string) {
	if value.Kind != unstable.InlineTable && value.Kind != unstable.Array {
		return
	}
	for it := value.Children(); it.Next(); {
		if n := it.Node(); n.Kind == unstable.KeyValue {
			k.inline(n.Value(), k.add(name, n.Key()))
		} else {
			k.inline(n, name)
		}
	}
}
