package spbench

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"go/parser"
	"go/token"
	"go/version"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// imported holds the packages imported by learners, and the versions of other modules.
//
//go:embed go.sum harness/*/*.go harness/*/*.s internal/wire/*.go internal/wire/pb/*.go
var imported embed.FS

// LearnerHash returns the hash, in hex, of the sources of one learner. The learner is the folder
// called name in own; the hash covers this folder, all packages of the module it imports, directly
// or not, go.sum and Go's minor version. Tests do not count. The hash begins with the [Arithmetic]
// unless it is the ordinary one. LearnerHash panics if a package is not embedded.
func LearnerHash(own fs.FS, name string) string {
	files := map[string][]byte{}
	read(imported, "go.sum", "go.sum", files)
	addPackage(files, own, path.Join("plugins", name))
	h := sha256.New()
	fmt.Fprintln(h, version.Lang(runtime.Version()))
	for _, file := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%s %d\n%s", file, len(files[file]), files[file])
	}
	return compiled(hex.EncodeToString(h.Sum(nil)))
}

// addPackage adds the sources in a folder of the module, and those of its imports, to files.
// Folders below plugins are in own. Files for other machines count too.
func addPackage(files map[string][]byte, own fs.FS, folder string) {
	from, in := fs.FS(imported), folder
	if name, ok := strings.CutPrefix(folder, "plugins/"); ok {
		from, in = own, name
	}
	entries, err := fs.ReadDir(from, in)
	if err != nil {
		panic("spbench: learners.go does not embed " + folder + ": " + err.Error())
	}
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		if _, have := files[name]; have || e.IsDir() || strings.HasSuffix(name, "_test.go") {
			continue
		}
		read(from, path.Join(in, e.Name()), name, files)
		for _, next := range imports(name, files[name]) {
			addPackage(files, own, next)
		}
	}
}

func read(from fs.FS, file, name string, files map[string][]byte) {
	text, err := fs.ReadFile(from, file)
	if err != nil {
		panic("spbench: " + err.Error()) // it is part of the program
	}
	files[name] = text
}

// imports returns the folders of the module's packages imported by a source.
func imports(name string, text []byte) (folders []string) {
	if path.Ext(name) != ".go" {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		panic("spbench: " + err.Error()) // the compiler has read it
	}
	for _, spec := range file.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			panic("spbench: " + err.Error())
		}
		if folder, ok := strings.CutPrefix(imp, module); ok {
			folders = append(folders, folder)
		}
	}
	return folders
}

// module begins the import paths of the module's packages.
const module = "github.com/spbench/spbench/"
