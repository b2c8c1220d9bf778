// Package suites embeds the comparisons shipped with spbench, to run them by name anywhere. [Names]
// lists them, and [Text] returns a suite file with its published numbers.
package suites

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed */suite.yaml */published.yaml */s[hu]i*
var files embed.FS

// Names returns the names of the suites, sorted: those of their folders.
func Names() (names []string) {
	found, err := fs.Glob(files, "*/suite.yaml")
	if err != nil {
		panic("suites: " + err.Error()) // invalid pattern
	}
	for _, name := range found {
		names = append(names, path.Dir(name))
	}
	return names
}

// Text returns the suite file of that name and its published numbers, nil if there are none. ok is
// false if there is no such suite.
func Text(name string) (suite, published []byte, ok bool) {
	suite, err := files.ReadFile(name + "/suite.yaml")
	if err != nil {
		return nil, nil, false
	}
	published, _ = files.ReadFile(name + "/published.yaml")
	return suite, published, true
}

// Shipped returns the archive of the shipped results of a suite; nil if there is none.
func Shipped(name string) []byte {
	archive, err := files.ReadFile(name + "/shipped.zip")
	if err != nil {
		return nil
	}
	return archive
}
