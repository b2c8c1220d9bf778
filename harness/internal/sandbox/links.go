package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mostLinks is the kernel's limit on links in one path.
const mostLinks = 40

// Follow returns an absolute path without symbolic links, as far as it exists, and the links on the
// way. Only the last part of each of these paths is a link.
func Follow(path string) (real string, links []string) {
	rest := strings.Split(filepath.Clean(path), "/")
	real = "/"
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		next := filepath.Join(real, part) // real has no links, so ".." is its parent
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

// A Place is a path and its target through symbolic links.
type Place struct{ Path, real string }

// At returns the place of an absolute path.
func At(path string) Place { return Place{filepath.Clean(path), Resolved(path)} }

// Holds reports whether other is p or lies below it, by name or behind symbolic links.
func (p Place) Holds(other Place) bool {
	return below(p.Path, other.Path) || below(p.Path, other.real) || below(p.real, other.Path) ||
		below(p.real, other.real)
}

// Holds reports whether path is folder or lies below it, by name or behind symbolic links.
func Holds(folder, path string) bool { return At(folder).Holds(At(path)) }

// Outer returns the places of paths, without places inside other ones.
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

// InSystem reports whether every policy makes a path, and all links on the way to it, readable.
func InSystem(path string) bool {
	real, links := Follow(path)
	for _, p := range append(links, real) {
		if !inSystem(p) {
			return false
		}
	}
	return true
}

// inSystem is InSystem for a path with links in its last part only.
func inSystem(path string) bool {
	for _, folder := range system {
		if below(folder, path) {
			return true
		}
	}
	return false
}
