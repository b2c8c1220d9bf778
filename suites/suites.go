// Package suites holds the comparisons that come with spbench as they were when it was built, so
// that it runs them by name anywhere.
package suites

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed */suite.yaml */published.yaml
var files embed.FS

// Names returns the names of the suites, sorted: those of their folders.
func Names() (names []string) {
	found, err := fs.Glob(files, "*/suite.yaml")
	if err != nil {
		panic("suites: " + err.Error()) // of the pattern
	}
	for _, name := range found {
		names = append(names, path.Dir(name))
	}
	return names
}

// Text returns the suite file of that name and the published numbers that stand beside it, nil if
// there are none. It is not ok where there is no such suite.
func Text(name string) (suite, published []byte, ok bool) {
	suite, err := files.ReadFile(name + "/suite.yaml")
	if err != nil {
		return nil, nil, false
	}
	published, _ = files.ReadFile(name + "/published.yaml")
	return suite, published, true
}
