// Site writes the page as static files, with the program as WebAssembly: make site.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/roms"
	"github.com/searchex/searchex/cmd/internal/web"
)

func main() {
	out := flag.String("out", "site", "folder to write")
	root := flag.String("root", ".", "folder of the module")
	url := flag.String("url", "", "address where the page will lie, such as https://chess.example/: previews of links want it before the picture's name")
	flag.Parse()
	if err := write(*root, *out, *url); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// The names of the programs among the page's files. The one that reads descriptions of guests is
// fetched by a page that has one.
const (
	plainProgram = "searchex.wasm.gz"
	withGuests   = "searchex-guests.wasm.gz"
)

// maxSize bounds the size of the page, compressed: of all files but those that a browser fetches on
// demand, the ROMs, the program with guests and the tables of other languages, or never, the picture of
// previews.
const maxSize = 2_700_000

// write writes the site.
func write(root, out, url string) error {
	files, err := web.Page("workers")
	if err != nil {
		return err
	}
	images, err := roms.Downloads()
	if err != nil {
		return err
	}
	maps.Copy(files, images)
	if err := errors.Join(pictures(files), manifest(files)); err != nil {
		return err
	}
	unpacked, err := addPrograms(root, files)
	if err != nil {
		return err
	}
	if files["wasm_exec.js"], err = support(); err != nil {
		return err
	}
	files["early.js"] = web.Plain(files, "program.js", "early.js")
	head(files, url)
	apart, later := map[string]bool{previewName: true}, []string{withGuests}
	for name := range images {
		apart[name] = true
	}
	for _, name := range web.Languages {
		later = append(later, name+".js", name+"program.js")
	}
	for _, name := range later {
		apart[name] = true
	}
	files["offline.js"] = offline(files, apart, later)
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	page, rest, err := save(files, out, apart)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d files, %d bytes compressed, and %d that a page may never load; the program has %d, unpacked %d, and with guests %d\n",
		out, len(files), page, rest, len(files[plainProgram]), unpacked, len(files[withGuests]))
	if page > maxSize {
		return fmt.Errorf("the page has %d bytes compressed: want at most %d; GOOS=js GOARCH=wasm go list -deps ./cmd/searchexwasm says what it links", page, maxSize)
	}
	return nil
}

// addPrograms adds the programs to the files, and their sizes, which the page needs for its progress. It
// returns the size of the plain one, unpacked.
func addPrograms(root string, files map[string][]byte) (unpacked int, err error) {
	temp, err := os.MkdirTemp("", "site")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temp)
	layer, err := overlay(root, temp)
	if err != nil {
		return 0, err
	}
	sizes := []byte("// The sizes of the programs, for their progress. Written by make site.\n")
	for _, of := range []struct{ name, tags, constant string }{{plainProgram, "", "program"}, {withGuests, "guests", "withGuests"}} {
		wasm, err := build(root, layer, of.tags)
		if err != nil {
			return 0, err
		}
		once, err := packed(wasm)
		if err != nil {
			return 0, err
		}
		// Once more: Go's table of functions is so regular that the first time leaves a twentieth too much.
		twice, err := packed(once)
		if err != nil {
			return 0, err
		}
		files[of.name], unpacked = twice, cmp.Or(unpacked, len(wasm))
		sizes = fmt.Appendf(sizes, "\nexport const %s = { name: %q, size: %d, unpackedOnce: %d };\n", of.constant, of.name, len(twice), len(once))
	}
	files["program.js"] = sizes
	return unpacked, nil
}

// save writes the files and returns the sizes of the page and of the files apart, compressed.
func save(files map[string][]byte, out string, apart map[string]bool) (page, rest int, err error) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(out, name), files[name], 0o644); err != nil {
			return 0, 0, err
		}
		size := len(files[name])
		if name != plainProgram && name != withGuests { // these are packed
			small, err := packed(files[name])
			if err != nil {
				return 0, 0, err
			}
			size = min(len(small), size)
		}
		if apart[name] {
			rest += size
		} else {
			page += size
		}
	}
	return page, rest, nil
}

// packed compresses with gzip.
func packed(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// support returns the file that a Go program in a browser needs, of the Go that builds it.
func support() ([]byte, error) {
	goroot, err := goRoot()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
}

// goRoot returns the folder of the Go that builds the program.
func goRoot() (string, error) {
	b, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(b)), nil
}

// build builds the program with a list of embedded files to be replaced. Functions are inlined only
// where it makes the engines fast, which saves a tenth of the size.
func build(root, layer, tags string) ([]byte, error) {
	const module = "github.com/searchex/searchex/"
	name := filepath.Join(filepath.Dir(layer), "searchex.wasm")
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", tags, "-overlay", layer, "-ldflags=-s -w -buildid=", "-gcflags=all=-l",
		"-gcflags="+module+"emu/...=", "-gcflags="+module+"goengine=", "-gcflags="+module+"hostbridge=", "-o", name, "./cmd/searchexwasm")
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, out)
	}
	return os.ReadFile(name)
}

// overlay writes what replaces embedded files: nothing for what the page does not need, test
// positions, notes and tables that the ROMs have too; for the sources of the engines their
// lines of code alone, each at its number. It returns the name of the list for go build.
func overlay(root, temp string) (list string, err error) {
	root, err = filepath.Abs(root)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	empty := filepath.Join(temp, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		return "", err
	}
	err = filepath.WalkDir(filepath.Join(root, "testdata"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) == ".go" {
			return err
		}
		replace[name] = empty
		return nil
	})
	if err != nil {
		return "", err
	}
	for _, cpu := range asm.CPUs {
		all, err := filepath.Glob(filepath.Join(root, "asm", cpu.Folder, "*"))
		if err != nil {
			return "", err
		}
		comments := regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(cpu.Comment) + `.*$`) // without the ends of the lines
		for _, name := range all {
			switch {
			case slices.Contains([]string{".md", ".cycles", ".manifest", ".bin", ".ld", ".cfg"}, filepath.Ext(name)), strings.HasSuffix(name, "_gen.s"):
				replace[name] = empty
			case slices.Contains([]string{".s", ".inc"}, filepath.Ext(name)):
				text, err := os.ReadFile(name)
				if err != nil {
					return "", err
				}
				replace[name] = filepath.Join(temp, cpu.Folder+"-"+filepath.Base(name))
				if err := os.WriteFile(replace[name], comments.ReplaceAll(text, nil), 0o600); err != nil {
					return "", err
				}
			}
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list = filepath.Join(temp, "overlay.json")
	return list, os.WriteFile(list, text, 0o600)
}

// offline returns a service worker that keeps the files, so that the page works without a
// network once it was loaded, all but those apart; of these it keeps later ones when they are fetched.
// It is another one whenever a file is.
func offline(files map[string][]byte, apart map[string]bool, later []string) []byte {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool { return apart[name] })
	h := sha256.New()
	for _, name := range slices.Concat(names, later) {
		fmt.Fprintf(h, "%s %d\n", name, len(files[name]))
		h.Write(files[name])
	}
	list, _ := json.Marshal(append([]string{"./"}, names...))
	wanted, _ := json.Marshal(later)
	return fmt.Appendf(nil, `// Keeps the page's files. Written by make site.

const cache = "searchex-%x";
const files = %s;
const later = %s;

self.addEventListener("install", (e) => {
  e.waitUntil(caches.open(cache).then((c) => c.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (e) => {
  e.waitUntil(caches.keys().then((all) => Promise.all(all.filter((n) => n.startsWith("searchex-") && n !== cache).map((n) => caches.delete(n)))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || new URL(e.request.url).origin !== location.origin) return;
  e.respondWith(caches.open(cache).then(async (c) => {
    const kept = await c.match(e.request, { ignoreSearch: true });
    if (kept) return kept;
    const fresh = await fetch(e.request);
    if (fresh.ok && later.includes(new URL(e.request.url).pathname.split("/").at(-1))) await c.put(e.request, fresh.clone());
    return fresh;
  }));
});
`, h.Sum(nil)[:8], list, wanted)
}
