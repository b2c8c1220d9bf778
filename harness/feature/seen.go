package feature

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// A states lists the states of each feature of a block that have weights.
type states struct {
	start []int32 // feature j has weights start[j]:start[j+1] of the block
	state []int32 // of each weight; ascending for each feature
	full  int     // indicators below full have all states, and are the first of their rows
}

// Seen returns the weights that option seen keeps: those of sparse features at the labels, or pairs
// of labels, that they have in the training instances. Weights of dense features, of the constant
// feature of edges, of factors, and Potts strengths all stay. The result are ascending indices for
// [NewSeen]; it is nil, for all weights, if m has no such option or none is seen. O(size).
func Seen(m sp.FeatureMap, train []sp.Instance) []int32 {
	l, ok := m.(*Linear)
	if !ok || !l.opt.Seen {
		return nil
	}
	has := make([]bool, l.dim)
	nodes := func(x *sp.Instance) *sp.Rows { return &x.Node }
	l.node.mark(has, train, nodes, func(x *sp.Instance, d int) int { return int(x.Gold[d]) - l.ref })
	edges := func(x *sp.Instance) *sp.Rows { return &x.Edge }
	l.pair.mark(has, train, edges, func(x *sp.Instance, e int) int {
		k, m := x.Gold[x.Edges[e].U], x.Gold[x.Edges[e].V]
		switch {
		case l.opt.Pairs != PairsFull:
			return 0
		case k == sp.Unknown || m == sp.Unknown:
			return -1
		}
		return int(k)*x.K + int(m)
	})
	for i := l.factor.off; i < l.dim; i++ {
		has[i] = true
	}
	var list []int32
	for i, yes := range has {
		if yes {
			list = append(list, int32(i))
		}
	}
	return list
}

// mark marks the weights of sparse rows in their states; a state below 0 has none. Without sparse
// rows it marks all weights.
func (b block) mark(
	has []bool, train []sp.Instance, of func(*sp.Instance) *sp.Rows, state func(*sp.Instance, int) int,
) {
	if b.states == 0 {
		return
	}
	sparse := false
	for i := range train {
		rows := of(&train[i])
		for r := 0; rows.Sparse() && r < rows.N; r++ {
			sparse = true
			index, _ := rows.Row(r)
			s := state(&train[i], r)
			for t := 0; t < len(index) && s >= 0; t++ {
				has[b.off+int(index[t])*b.states+s] = true
			}
		}
	}
	for i := b.off; !sparse && i < b.end(); i++ {
		has[i] = true
	}
}

// only returns the map with these weights alone, indices in ascending order.
func (l *Linear) only(seen []int32) (*Linear, error) {
	for i, at := range seen {
		if at < 0 || int(at) >= l.dim || i > 0 && at <= seen[i-1] {
			return nil, fmt.Errorf("feature: linear: weight %d of the weights seen is out of order, or "+
				"not below %d", at, l.dim)
		}
	}
	less := *l
	at, _ := slices.BinarySearch(seen, int32(l.pair.off))
	end, _ := slices.BinarySearch(seen, int32(l.factor.off))
	less.node = l.node.only(seen[:at])
	less.pair = l.pair.only(seen[at:end])
	less.place()
	if less.pair.seen != nil && l.dims.Edge == 0 || less.dim != len(seen) {
		return nil, fmt.Errorf("feature: linear: weights of edges or factors are missing")
	}
	return &less, nil
}

// only returns the block with these weights alone; all of them are its own.
func (b block) only(seen []int32) block {
	if len(seen) == b.width*b.states {
		return b
	}
	s := &states{start: make([]int32, b.width+1), state: make([]int32, len(seen))}
	for i, at := range seen {
		j := (int(at) - b.off) / b.states
		s.start[j+1]++
		s.state[i] = int32(int(at) - b.off - j*b.states)
	}
	for j := range b.width {
		s.start[j+1] += s.start[j]
	}
	b.seen = s
	return b
}

// feature returns the feature and state of weight i of the block.
func (s *states) feature(i int) (j, state int) {
	j, found := slices.BinarySearch(s.start, int32(i))
	for found && s.start[j+1] == s.start[j] { // features without weights
		j++
	}
	if !found {
		j--
	}
	return j, int(s.state[i])
}

// dense returns how many features of a row are below full.
func (s *states) dense(row []int32) (n int) {
	for n < len(row) && int(row[n]) < s.full {
		n++
	}
	return n
}

// gather is [block.gather] for sparse rows.
func (s *states) gather(dst, w []float64, rows *sp.Rows, i int) {
	index, value := rows.Row(i)
	n := s.dense(index)
	kernel.GatherIndexed(dst, w, index[:n])
	of := s.state[:len(w)]
	for t, j := range index[n:] {
		v := 1.0
		if value != nil {
			v = float64(value[t])
		}
		for c := s.start[j]; c < s.start[j+1]; c++ {
			dst[of[c]] += v * w[c]
		}
	}
}

// scatter is [block.scatter] for sparse rows.
func (s *states) scatter(w []float64, a float64, rows *sp.Rows, i int, mean []float64) {
	index, value := rows.Row(i)
	n := s.dense(index)
	kernel.ScatterIndexed(w, a, index[:n], mean)
	of := s.state[:len(w)]
	for t, j := range index[n:] {
		v := a
		if value != nil {
			v *= float64(value[t])
		}
		for c := s.start[j]; c < s.start[j+1]; c++ {
			w[c] += v * mean[of[c]]
		}
	}
}

// point is [block.point] for sparse rows.
func (s *states) point(w []float64, a float64, rows *sp.Rows, i, state int) {
	index, value := rows.Row(i)
	for t, j := range index {
		lo, hi := s.start[j], s.start[j+1]
		v := a
		if value != nil {
			v *= float64(value[t])
		}
		if at := slices.Index(s.state[lo:hi], int32(state)); at >= 0 {
			w[int(lo)+at] += v
		}
	}
}
