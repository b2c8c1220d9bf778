package spbench

import (
	"io/fs"
	"maps"
	"path"
	"slices"
)

// LearnerFiles returns the files covered by [LearnerHash].
func LearnerFiles(own fs.FS, name string) []string {
	files := map[string][]byte{}
	addPackage(files, own, path.Join("plugins", name))
	return slices.Sorted(maps.Keys(files))
}
