package box

import (
	"os"
	"path/filepath"
	"strings"
)

// mostLinks are followed in one path, as the kernel does.
const mostLinks = 40

// Follow returns an absolute path without symbolic links, as far as it exists, and the links that it went through, each as
// a path of which only the last part is one.
func Follow(path string) (real string, links []string) {
	rest := strings.Split(filepath.Clean(path), "/")
	real = "/"
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		next := filepath.Join(real, part) // ".." of what has no links is the folder around it
		target, err := os.Readlink(next)
		if err != nil || len(links) == mostLinks {
			real = next
			continue
		}
		links = append(links, next)
		if filepath.IsAbs(target) {
			real = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return real, links
}

// Resolved returns an absolute path without symbolic links, as far as it exists.
func Resolved(path string) string {
	real, _ := Follow(path)
	return real
}

// Holds reports whether path is folder or lies below it, by name or behind symbolic links.
func Holds(folder, path string) bool {
	for _, f := range []string{filepath.Clean(folder), Resolved(folder)} {
		for _, p := range []string{filepath.Clean(path), Resolved(path)} {
			if below(f, p) {
				return true
			}
		}
	}
	return false
}

// below reports whether path is folder or lies below it, by name.
func below(folder, path string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// InSystem reports whether every policy lets read what is at a path, on all the way to it.
func InSystem(path string) bool {
	real, links := Follow(path)
	for _, p := range append(links, real) {
		if !inSystem(p) {
			return false
		}
	}
	return true
}

// inSystem is of a path without links, but for its last part.
func inSystem(path string) bool {
	for _, folder := range system {
		if below(folder, path) {
			return true
		}
	}
	return false
}
