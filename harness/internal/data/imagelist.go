package data

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"strings"
)

// listedPairs returns the pairs in a list. A line has the name of an image, with or without its
// ending, or the paths of an image and of its mask. Only the names of folder and file count in a
// path. Others may be of another machine.
func listedPairs(list string, pairs []imagePair) (chosen []imagePair, err error) {
	content, err := os.ReadFile(list)
	known, lineOf := map[string]imagePair{}, map[imagePair]int{}
	for _, p := range pairs {
		known[p.id], known[path.Base(p.photo)], known[folderAndFile(p.photo)] = p, p, p
	}
	for i, line := range strings.Split(string(content), "\n") {
		names := strings.Fields(line)
		if len(names) == 0 {
			continue
		}
		p := cmp.Or(known[names[0]], known[folderAndFile(names[0])])
		if p.mask == "" || len(names) > 2 || len(names) == 2 && names[1] != path.Base(p.mask) &&
			folderAndFile(names[1]) != folderAndFile(p.mask) {
			return nil, fmt.Errorf("%s:%d: want an image in the folder path with a mask in masks, or both, "+
				"got %q\nhint: a name, or a path that ends with the name of this folder, as "+
				"photos/a.png", list, i+1, names)
		}
		if first := lineOf[p]; first > 0 {
			return nil, fmt.Errorf("%s:%d: %s is also on line %d", list, i+1, p.id, first)
		}
		lineOf[p], chosen = i+1, append(chosen, p)
	}
	if chosen == nil && err == nil {
		err = fmt.Errorf("%s: there is no image in it", list)
	}
	return chosen, err
}

// folderAndFile returns the last two names of a path.
func folderAndFile(file string) string { return path.Base(path.Dir(file)) + "/" + path.Base(file) }
