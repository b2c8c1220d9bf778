package spbench

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness"
)

// neither lists the packages and the files of package run without influence on results.
var neither = []string{
	"harness/internal/sandbox",                                  // confines a learner
	"harness/internal/suite", "harness/internal/suite/yamltree", // the identity of a fit holds what it reads, in canonical form
	"harness/internal/record", // keeps results
	"harness/internal/record/blob",
	"harness/internal/record/lease",
	"harness/internal/record/lock", "harness/internal/record/resume", "harness/internal/record/rundir",
	// hands tasks to machines
	"harness/internal/cluster",
	// the identity holds a hash of the data
	"harness/internal/data", "harness/internal/data/array", "harness/internal/data/content",
	"harness/internal/data/drawing", "harness/internal/data/raster",
	"harness/internal/data/scoremap",
	"harness/internal/data/structured",
	"harness/internal/format", "harness/internal/format/compressed",
	"harness/internal/format/explain", "harness/internal/format/uai",
	"harness/internal/format/word", "harness/internal/jpeg", "harness/internal/superpixel",
	"harness/internal/classify",
	"harness/internal/peer",      // models of other programs
	"harness/internal/metric",    // components
	"harness/internal/stats",     // standard errors of trials, which choose nothing
	"harness/internal/run",       // schedules fits
	"harness/internal/run/reuse", // finds fits by their keys
	"harness/internal/run/fit/doc.go", "harness/internal/run/fit/log.go",
	"harness/internal/run/fit/conditions.go", // of times
	"harness/internal/run/fit/recompute.go",  // verifies what is recorded
	"harness/internal/run/plan/command.go",   // the identity holds the command
	"harness/internal/run/plan/dataset.go",   // the identity holds the data
	"harness/internal/run/plan/doc.go", "harness/internal/run/plan/file.go",
	"harness/internal/run/plan/fingerprint.go",
	"harness/internal/run/plan/learner.go",
	"harness/internal/run/plan/overlap.go",
	"harness/internal/run/plan/past.go", "harness/internal/run/plan/plan.go",
	"harness/internal/run/plan/repeat.go",
	"harness/internal/run/plan/sandbox.go",                            // confines a learner
	"harness/internal/run/plan/scale.go",                              // sets arguments of decoders, which keys hold
	"harness/internal/run/plan/split.go",                              // the identity holds the split
	"harness/internal/run/plan/unseen.go", "harness/internal/ordered", // of notes; the identity tells if a fit lacks labels
	"harness/internal/run/score/doc.go",
	"harness/internal/run/score/label.go", // predicts what no row scores
	"harness/internal/run/score/verify.go", "harness/internal/run/score/warnings.go",
}

func init() { Harness = harness.Sources }

// TestEverySourceCounts: each source file of package run is in a list of sources.go or in
// neither.
func TestEverySourceCounts(t *testing.T) {
	listed := slices.Concat(around, scoring)
	used := map[string]bool{}
	for _, file := range sourcesOf(t, "./harness/internal/run") {
		if strings.HasPrefix(file, "harness/") && !strings.HasPrefix(file, "harness/internal/") {
			continue // by name
		}
		counts := slices.ContainsFunc(listed, func(pattern string) bool {
			ok, err := path.Match(pattern, file)
			used[pattern] = used[pattern] || ok
			return err == nil && ok
		})
		named := slices.Contains(neither, file) || slices.Contains(neither, path.Dir(file))
		switch {
		case !counts && !named:
			t.Errorf(
				"%s is in no list of sources.go: add it there, or add it to neither with a reason",
				file)
		case counts && slices.Contains(neither, file):
			t.Errorf("%s is in sources.go and in neither", file)
		}
	}
	for _, pattern := range listed {
		if !used[pattern] && strings.HasPrefix(pattern, "harness/internal/") {
			t.Errorf("%s matches nothing: remove it", pattern)
		}
	}
	for _, name := range neither {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%v: remove it", err)
		}
	}
}

// TestContract: contract.json knows the sources around fits.
func TestContract(t *testing.T) {
	tree := NewTree(os.DirFS("."), nil)
	if is, was := tree.Around(), tree.contract().Sources; is != was {
		t.Errorf("contract.json: the sources around fits have the hash %s, not %s\n"+
			"hint: go test ./harness/internal/run -run TestGoldenFits -update", is, was)
	}
}

// TestHashesAreOfTheFiles: the hashes of this program are those of the files in this folder.
func TestHashesAreOfTheFiles(t *testing.T) {
	built, files := Learners(os.DirFS("plugins")), NewTree(os.DirFS("."), os.DirFS("plugins"))
	if built.Harness() != files.Harness() || built.Scoring() != files.Scoring() ||
		Derived() != compiled(files.Syntax(derived...)) {
		t.Error("the hashes of the harness differ")
	}
	entries, err := os.ReadDir("plugins")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{built.Harness(): true, built.Scoring(): true}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		fit, predict := built.Learner(e.Name())
		if a, b := files.Learner(e.Name()); a != fit || b != predict {
			t.Errorf("the hashes of %s differ", e.Name())
		}
		if seen[fit] || len(fit) < 64 || (e.Name() == "skeleton") != (len(predict) >= 16) {
			t.Errorf("%s has the hashes %q and %q", e.Name(), fit, predict)
		}
		seen[fit] = true
	}
}

// sourcesOf returns the files, relative to this folder, that a package is built with, on any
// machine and without those of tests.
func sourcesOf(t *testing.T, pkg string) (files []string) {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps",
		"-json=Dir,Module,GoFiles,IgnoredGoFiles,CgoFiles,SFiles,HFiles,EmbedFiles", pkg).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Dir                                               string
			Module                                            *struct{ Main bool }
			GoFiles, IgnoredGoFiles, CgoFiles, SFiles, HFiles []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module == nil || !p.Module.Main || p.Dir == here {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles, p.CgoFiles, p.SFiles, p.HFiles) {
			file, err := filepath.Rel(here, filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if file = filepath.ToSlash(file); !strings.HasSuffix(file, "_test.go") {
				files = append(files, file)
			}
		}
	}
	if len(files) < 100 {
		t.Fatalf("go list found %d files", len(files))
	}
	return files
}
