package local

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// Blocks are disjoint sets of variables, and cover a whole graph. The variables of a block
// ascend. Immutable and safe for concurrent use.
type Blocks struct {
	of    []int32 // n: the block of each variable
	first []int32 // Len()+1
	list  []int32 // n: the variables of block b are list[first[b]:first[b+1]]
}

// NewBlocks returns the blocks numbered by of (n): the block of each variable, from 0 without a
// gap, as made by [Divide]. It keeps of.
func NewBlocks(of []int32) *Blocks {
	count := int32(0)
	for _, b := range of {
		count = max(count, b+1)
	}
	b := &Blocks{of: of, first: make([]int32, count+1), list: make([]int32, len(of))}
	for _, i := range of {
		b.first[i+1]++
	}
	for i := range count {
		b.first[i+1] += b.first[i]
	}
	next := append([]int32{}, b.first...)
	for d, i := range of {
		b.list[next[i]] = int32(d)
		next[i]++
	}
	return b
}

// Len returns the number of blocks.
func (b *Blocks) Len() int { return len(b.first) - 1 }

// At returns the variables of block i, for reading only.
func (b *Blocks) At(i int) []int32 { return b.list[b.first[i]:b.first[i+1]] }

// ParseBlock reads the size of a block, such as "2x3": 2 rows and 3 columns, both positive.
func ParseBlock(text string) (rows, columns int, err error) {
	r, c, ok := strings.Cut(text, "x")
	if rows, err = strconv.Atoi(r); err == nil {
		columns, err = strconv.Atoi(c)
	}
	if !ok || err != nil || rows < 1 || columns < 1 {
		return 0, 0, fmt.Errorf("local: block %q must be rows and columns, such as 2x3", text)
	}
	return rows, columns, nil
}

// Divide returns the number of the block of each of n variables, from 0. If the variables are
// an image grid of this shape (rows, columns), blocks are rectangles of rows×columns, cut off
// at the right and lower side. Otherwise (shape 0, 0) they are connected sets of at most
// rows·columns variables. O(n+m).
func Divide(n int, edges []sp.Edge, shape [2]int, rows, columns int) []int32 {
	if h, w := shape[0], shape[1]; h*w == n && h > 0 {
		of, across := make([]int32, n), (w+columns-1)/columns
		for d := range of {
			of[d] = int32(d/w/rows*across + d%w/columns)
		}
		return of
	}
	return regions(n, edges, rows*columns)
}

// regions divides a graph greedily into connected blocks of at most size variables. Each begins
// with the first free variable, and grows by free neighbours of its earliest variable with any.
// O(n+m).
func regions(n int, edges []sp.Edge, size int) []int32 {
	var at sp.Incidence
	at.Fit(n, edges)
	of := make([]int32, n)
	for d := range of {
		of[d] = -1
	}
	count, block := int32(0), make([]int32, 0, size)
	for root := range of {
		if of[root] >= 0 {
			continue
		}
		of[root], block = count, append(block[:0], int32(root))
		for i := 0; i < len(block) && len(block) < size; i++ {
			for _, e := range at.At(block[i]) {
				if v := edges[e].U + edges[e].V - block[i]; of[v] < 0 && len(block) < size {
					of[v], block = count, append(block, v)
				}
			}
		}
		count++
	}
	return of
}
