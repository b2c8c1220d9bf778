// Package runtest helps tests of package run and of the packages below it: it replaces variables,
// and edits the sources of spbench.
package runtest

import (
	"flag"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	sources "github.com/spbench/spbench"
	"github.com/spbench/spbench/harness"
)

// Update is the flag -update. TestGoldenFits writes contract.json if it is set. All packages below
// run import it for their tests, so that go test ./harness/internal/run/... accepts the flag.
var Update = flag.Bool("update", false, "rewrite contract.json")

// Set sets a variable until the test ends.
func Set[T any](t *testing.T, at *T, v T) {
	was := *at
	t.Cleanup(func() { *at = was })
	*at = v
}

// module returns the sources of this module.
var module = sync.OnceValues(func() (fstest.MapFS, error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "contract.json")); err == nil {
			break
		}
		if folder == filepath.Dir(folder) {
			return nil, fs.ErrNotExist
		}
		folder = filepath.Dir(folder)
	}
	files, root := fstest.MapFS{}, os.DirFS(folder)
	patterns := []string{
		"go.mod", "contract.json", "harness/*/*", "harness/internal/*/*", "harness/internal/*/*/*",
		"plugins/*/*",
	}
	for _, pattern := range patterns {
		found, err := fs.Glob(root, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			if !strings.HasSuffix(name, "_test.go") &&
				slices.Contains([]string{".go", ".s", ".mod", ".json"}, path.Ext(name)) {
				text, err := fs.ReadFile(root, name)
				if err != nil {
					return nil, err
				}
				files[name] = &fstest.MapFile{Data: text}
			}
		}
	}
	return files, nil
})

func init() { sources.Harness = harness.Sources }

// EditedTree returns the tree of this module after edits. An edit is three texts: a file, a text in
// it, and a new text. If the second text is "", the edit makes a file. If the file is "a b", the
// edit renames a to b.
func EditedTree(t *testing.T, edits ...string) *sources.Tree {
	t.Helper()
	files, err := module()
	if err != nil {
		t.Fatal(err)
	}
	files = maps.Clone(files)
	for edit := range slices.Chunk(edits, 3) {
		name, text := edit[0], edit[2]
		if was, is, ok := strings.Cut(name, " "); ok {
			files[is] = files[was]
			delete(files, was)
			continue
		}
		if edit[1] != "" {
			if files[name] == nil || !strings.Contains(string(files[name].Data), edit[1]) {
				t.Fatalf("%s has no %q to edit", name, edit[1])
			}
			text = strings.Replace(string(files[name].Data), edit[1], text, 1)
		}
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	plugins, err := fs.Sub(files, "plugins")
	if err != nil {
		t.Fatal(err)
	}
	return sources.NewTree(files, plugins)
}
