package data

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// listed returns the pairs that a list names. A line has the name of an image, with or without its
// ending, or the paths of an image and of its mask. Of a path count the last two names, those of
// folder and file: others may be of another machine.
func listed(list string, pairs []imagePair) (chosen []imagePair, err error) {
	content, err := os.ReadFile(list)
	known, lineOf, line := map[string]imagePair{}, map[string]int{}, 0
	for _, p := range pairs {
		known[p.id], known[filepath.Base(p.photo)] = p, p
	}
	for text := range strings.Lines(string(content)) {
		line++
		names := strings.Fields(text)
		if len(names) == 0 {
			continue
		}
		p := known[path.Base(names[0])]
		if len(names) == 1 {
			names = append(names, filepath.Base(p.mask))
		}
		first := lineOf[p.id]
		switch {
		case p.mask == "" || len(names) > 2 || !inFolder(names[0], p.photo) ||
			!inFolder(names[1], p.mask) || path.Base(names[1]) != filepath.Base(p.mask):
			err = fmt.Errorf("%s:%d: want the name of an image with a mask in the folders of path and "+
				"masks, or the paths of both, got %q\nhint: the last folder in a listed path has the "+
				"name of this folder", list, line, names)
		case first > 0:
			err = fmt.Errorf("%s:%d: %s is also on line %d", list, line, p.id, first)
		}
		if err != nil {
			return nil, err
		}
		lineOf[p.id], chosen = line, append(chosen, p)
	}
	if chosen == nil && err == nil {
		err = fmt.Errorf("%s: there is no image in it", list)
	}
	return chosen, err
}

// inFolder reports whether the folder of a listed name, if it has one, may be that of the file.
func inFolder(name, file string) bool {
	folder := path.Base(path.Dir(name))
	return folder == "." || folder == filepath.Base(filepath.Dir(file))
}
