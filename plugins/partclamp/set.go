package partclamp

import (
	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/sp"
)

// A set holds the states of a clamping by their hashes. Two of S states collide with probability
// S²/2⁶⁵.
type set map[uint64]struct{}

// fill makes s the set of the states of c. O(S·n).
func (s *set) fill(c *bound.Clamping) {
	if *s == nil {
		*s = set{}
	}
	clear(*s)
	for _, y := range c.States {
		(*s)[hash(c.Forest, y)] = struct{}{}
	}
}

func (s set) has(hash uint64) bool {
	_, ok := s[hash]
	return ok
}

// hash returns a hash of the labels y outside of a forest: the exclusive or of one part for each
// variable. Changing one label changes two parts (Zobrist 1970).
func hash(f *sp.Forest, y []int32) (h uint64) {
	for d, at := range f.Place {
		if at < 0 {
			h ^= part(int32(d), y[d])
		}
	}
	return h
}

// part returns the part of label k of variable d in a hash, by the finaliser of SplitMix64 (Steele,
// Lea & Flood 2014).
func part(d, k int32) uint64 {
	z := (uint64(d)<<32 | uint64(k)) + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
