package job

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Identity identifies what runs jobs: only equal ones may work on the same plan.
type Identity struct {
	// Program is the commit from which the program was built and the release of Go. A
	// program that was built otherwise, or from changed sources, has the hash of its file.
	Program string `json:"program"`
	// ROMs, Profiles and Models are hashes of all of them: the data on which searches
	// depend.
	ROMs     string `json:"roms"`
	Profiles string `json:"profiles"`
	Models   string `json:"models"`
}

// Difference returns what of the program differs from another's, "" if nothing does.
func (i Identity) Difference(other Identity) string {
	for _, f := range []struct{ what, there, here string }{
		{"program", i.Program, other.Program}, {"ROMs", i.ROMs, other.ROMs},
		{"profiles", i.Profiles, other.Profiles}, {"models", i.Models, other.Models},
	} {
		if f.there != f.here {
			return fmt.Sprintf("%s %q there, %q here", f.what, f.there, f.here)
		}
	}
	return ""
}

// Self returns the identity of this program.
var Self = sync.OnceValues(func() (id Identity, err error) {
	if id.Program, err = program(); err != nil {
		return id, err
	}
	roms, profiles, models := sha256.New(), sha256.New(), sha256.New()
	for _, k := range hostbridge.MachineKinds() {
		img, err := k.Image()
		if err != nil {
			return id, fmt.Errorf("ROM of %s: %w", k.Name, err)
		}
		fmt.Fprintf(roms, "%s %d %d %d\n", k.Name, len(img.ROM), len(img.Book), len(img.Module))
		roms.Write(img.ROM)
		roms.Write(img.Book)
		roms.Write(img.Module)
		m, err := k.Model()
		if err != nil {
			return id, fmt.Errorf("model of %s: %w", k.Name, err)
		}
		fmt.Fprintf(models, "%s %v\n", k.Name, m.Units(&goengine.Profile{Switches: goengine.RootNet}))
	}
	for _, name := range goengine.AllProfileNames {
		p, _ := goengine.ProfileByName(name)
		fmt.Fprintf(profiles, "%s %x\n", name, p.Bytes())
	}
	short := func(sum []byte) string { return hex.EncodeToString(sum[:8]) }
	id.ROMs, id.Profiles, id.Models = short(roms.Sum(nil)), short(profiles.Sum(nil)), short(models.Sum(nil))
	return id, nil
})

// program identifies the program's code.
func program() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		set := map[string]string{}
		for _, s := range info.Settings {
			set[s.Key] = s.Value
		}
		if commit := set["vcs.revision"]; commit != "" && set["vcs.modified"] == "false" {
			return fmt.Sprintf("%.12s %s", commit, runtime.Version()), nil
		}
	}
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("this program's file: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("this program's file: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("this program's file: %w", err)
	}
	return "file " + hex.EncodeToString(h.Sum(nil)[:8]), nil
}
