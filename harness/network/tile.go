package network

import "unsafe"

// tileGo adds to the tile c, whose rows are rowC apart, the sum over k of products of a column of a, whose rows and
// columns are rowA and columnA apart, and a row of b, rowB apart. It is what the assembly is held against, and what
// other processors run.
func tileGo(c *float32, rowC int, a *float32, rowA, columnA int, b *float32, rowB, k int) {
	var sum [tileRows][tileColumns]float32
	for i := range sum {
		sum[i] = *row(c, i*rowC)
	}
	for l := range k {
		right := row(b, l*rowB)
		for i := range sum {
			left := *at(a, i*rowA+l*columnA)
			for j, v := range right {
				sum[i][j] += float32(left * v) // rounded, and so not fused with the sum
			}
		}
	}
	for i := range sum {
		*row(c, i*rowC) = sum[i]
	}
}

func at(p *float32, i int) *float32 { return (*float32)(unsafe.Add(unsafe.Pointer(p), 4*i)) }

func row(p *float32, i int) *[tileColumns]float32 {
	return (*[tileColumns]float32)(unsafe.Pointer(at(p, i)))
}
