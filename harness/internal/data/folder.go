package data

import (
	"fmt"
	"hash"
	"path"
	"slices"
	"strings"
)

// files returns the files of f: those in the folder, or f itself.
func (f File) files() []File {
	if f.Names == nil {
		return []File{f}
	}
	var list []File
	for _, name := range f.Names {
		list = append(list, f.member(name))
	}
	return list
}

// member returns one file of the folder f.
func (f File) member(name string) File { return File{Path: path.Join(f.Path, name), URL: f.URL} }

// folders returns the folders in the folder f.
func (f File) folders() (list []string) {
	for _, name := range f.Names {
		if part, _, _ := strings.Cut(name, "/"); !slices.Contains(list, part) {
			list = append(list, part)
		}
	}
	return list
}

// list adds file i to the list of checksums, as the command sha256sum prints it.
func (f File) list(list hash.Hash, sum []byte, i int) {
	fmt.Fprintf(list, "%x  %s\n", sum, f.Names[i])
}
