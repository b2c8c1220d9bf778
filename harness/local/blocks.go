package local

import "github.com/spbench/spbench/harness/sp"

// Blocks are disjoint sets of variables that cover all of a graph. The variables of a
// block ascend. Immutable and safe for concurrent use.
type Blocks struct {
	first []int32 // Len()+1
	list  []int32 // n: the variables of block b are list[first[b]:first[b+1]]
	of    []int32 // n: the block of each variable
}

// Len returns the number of blocks.
func (b *Blocks) Len() int { return len(b.first) - 1 }

// At returns the variables of block i. The caller only reads them.
func (b *Blocks) At(i int) []int32 { return b.list[b.first[i]:b.first[i+1]] }

// NewBlocks divides a graph of n variables into blocks of up to size 1, 2 or 4 variables,
// which are single ones, the ends of an edge, or a cycle of four edges without a variable
// more: on a grid of rows 1×2 and 2×2. In the order of their numbers, each variable that
// is in no block yet makes the first one that it can with variables after it, of lowest
// numbers, that are in none either; what 2×2 leaves over is divided into 1×2, and what
// 1×2 does into single ones. O(n + m·degree²).
func NewBlocks(n int, edges []sp.Edge, size int) *Blocks {
	if size != 1 && size != 2 && size != 4 {
		panic("local: blocks are of 1, 2 or 4 variables")
	}
	g := new(grower)
	g.fit(n, edges)
	g.of = make([]int32, n)
	for d := range g.of {
		g.of[d] = free
	}
	if size == 4 {
		g.each(g.cycle)
	}
	if size >= 2 {
		g.each(g.pair)
	}
	g.each(func(d int32) []int32 { return []int32{d} })
	return g.blocks()
}

const free = -1

// A grower makes blocks, in the order in which of numbers them.
type grower struct {
	neighbours
	of    []int32
	count int32
}

// each makes the block of each variable that is in none, where there is one.
func (g *grower) each(block func(d int32) []int32) {
	for d := range int32(len(g.of)) {
		if g.of[d] != free {
			continue
		}
		if list := block(d); list != nil {
			for _, v := range list {
				g.of[v] = g.count
			}
			g.count++
		}
	}
}

// after calls f with the neighbours of d that are after least and in no block, in ascending
// order, until it returns true.
func (g *grower) after(d, least int32, f func(v int32) bool) {
	for {
		next := int32(-1)
		for _, a := range g.neighbours.of(d) {
			if v := a.other; v > least && g.of[v] == free && (next < 0 || v < next) {
				next = v
			}
		}
		if next < 0 || f(next) {
			return
		}
		least = next
	}
}

func (g *grower) pair(d int32) (list []int32) {
	g.after(d, d, func(v int32) bool { list = []int32{d, v}; return true })
	return list
}

// cycle returns d, two neighbours and the variable that both have for another neighbour.
func (g *grower) cycle(d int32) (list []int32) {
	g.after(d, d, func(u int32) bool {
		g.after(d, u, func(v int32) bool {
			g.after(u, d, func(w int32) bool {
				if w != v && g.joined(v, w) {
					list = []int32{d, u, v, w}
				}
				return list != nil
			})
			return list != nil
		})
		return list != nil
	})
	return list
}

func (g *grower) joined(u, v int32) bool {
	for _, a := range g.neighbours.of(u) {
		if a.other == v {
			return true
		}
	}
	return false
}

// blocks returns them in the order of their first variables.
func (g *grower) blocks() *Blocks {
	b := &Blocks{first: make([]int32, 1, g.count+1), of: make([]int32, len(g.of))}
	members := make([][]int32, g.count)
	for d, i := range g.of {
		members[i] = append(members[i], int32(d))
	}
	for d, i := range g.of {
		if list := members[i]; list[0] == int32(d) {
			for _, v := range list {
				b.of[v] = int32(len(b.first) - 1)
			}
			b.list = append(b.list, list...)
			b.first = append(b.first, int32(len(b.list)))
		}
	}
	return b
}
