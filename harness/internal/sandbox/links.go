package sandbox

import (
	"os"
	"path/filepath"
	"slices"
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

// A Place is a path with where it leads through symbolic links.
type Place struct{ Path, real string }

// At returns the place of an absolute path.
func At(path string) Place { return Place{filepath.Clean(path), Resolved(path)} }

// Holds reports whether other is p or lies below it, by name or behind symbolic links.
func (p Place) Holds(other Place) bool {
	return below(p.Path, other.Path) || below(p.Path, other.real) || below(p.real, other.Path) || below(p.real, other.real)
}

// Holds reports whether path is folder or lies below it, by name or behind symbolic links.
func Holds(folder, path string) bool { return At(folder).Holds(At(path)) }

// Outer returns the places of paths, without those that lie in others of them.
func Outer(paths []string) (outer []Place) {
	for _, path := range paths {
		place := At(path)
		within := func(o Place) bool { return o.Holds(place) }
		if !slices.ContainsFunc(outer, within) {
			outer = append(slices.DeleteFunc(outer, place.Holds), place)
		}
	}
	return outer
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
