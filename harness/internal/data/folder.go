package data

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"os"
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

// readFolder returns the contents of the files of the folder f, in the order of f.Names, and their
// checksum.
func readFolder(dir string, e Entry, f File) (contents [][]byte, sum []byte, err error) {
	dir, why, err := folder(dir)
	if err != nil {
		return nil, nil, err
	}
	list := sha256.New()
	for i, file := range f.files() {
		content, err := os.ReadFile(file.in(dir))
		if err != nil {
			return nil, nil, e.absent(f, file, dir, why, err)
		}
		contents = append(contents, content)
		one := sha256.Sum256(content)
		f.list(list, one[:], i)
	}
	return contents, list.Sum(nil), nil
}

// list adds file i to the list of checksums, as the command sha256sum prints it.
func (f File) list(list hash.Hash, sum []byte, i int) {
	fmt.Fprintf(list, "%x  %s\n", sum, f.Names[i])
}
