package plan

import "slices"

// Shard returns a function for choosing the fits of shard i, from 0, of n. The choice depends on
// the plan alone. Fits with the same key belong to one shard; learners and datasets are mixed.
func (p *Plan) Shard(i, n int) func(*Fit) bool {
	var keys []string
	for _, f := range p.Fits {
		keys = append(keys, f.Key)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return func(f *Fit) bool {
		at, _ := slices.BinarySearch(keys, f.Key)
		return at%n == i
	}
}
