// Package ordered keeps lists without repetition, in the order of first mention, and writes names in
// the order of their counts.
package ordered

import (
	"iter"
	"slices"
)

// Add returns list with those values at its end that are not there.
func Add[T comparable](list []T, values ...T) []T {
	for _, v := range values {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// Groups are names by what they share. The zero Groups is empty.
type Groups[K comparable] struct {
	keys []K
	of   map[K][]string
}

// Add adds a name to a group.
func (g *Groups[K]) Add(key K, name string) {
	if g.of == nil {
		g.of = map[K][]string{}
	}
	g.keys = Add(g.keys, key)
	g.of[key] = Add(g.of[key], name)
}

// All returns the groups.
func (g *Groups[K]) All() iter.Seq2[K, []string] {
	return func(yield func(K, []string) bool) {
		for _, key := range g.keys {
			if !yield(key, g.of[key]) {
				return
			}
		}
	}
}

// Len returns the number of groups.
func (g *Groups[K]) Len() int { return len(g.keys) }
