package main

import "github.com/spbench/spbench/harness/sp"

// blocks returns the number of the block of each variable of x, from 0: rectangles of an image grid, regions of another
// graph.
func blocks(x *sp.Instance, rows, columns int) []int32 {
	if h, w := x.Shape[0], x.Shape[1]; h*w == x.N() && h > 0 {
		of, across := make([]int32, x.N()), (w+columns-1)/columns
		for d := range of {
			of[d] = int32(d/w/rows*across + d%w/columns)
		}
		return of
	}
	return regions(x, rows*columns)
}

// regions divides a graph greedily into connected blocks of at most size variables: each begins with the first variable
// that is in none and grows by the first such neighbour of its first variable that has one. O(n+m).
func regions(x *sp.Instance, size int) []int32 {
	var at sp.Incidence
	at.Fit(x.N(), x.Edges)
	of := make([]int32, x.N())
	for d := range of {
		of[d] = -1
	}
	n, block := int32(0), make([]int32, 0, size)
	for root := range of {
		if of[root] >= 0 {
			continue
		}
		of[root], block = n, append(block[:0], int32(root))
		for i := 0; i < len(block) && len(block) < size; i++ {
			for _, e := range at.At(block[i]) {
				if v := x.Edges[e].U + x.Edges[e].V - block[i]; of[v] < 0 && len(block) < size {
					of[v], block = n, append(block, v)
				}
			}
		}
		n++
	}
	return of
}
