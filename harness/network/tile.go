package network

import "unsafe"

// tileGo adds to the tile c the sum over k of products of a column of a and a row of b. The
// rows of c are rowC apart, the rows and columns of a rowA and columnA, the rows of b rowB. It
// is the reference for the assembly, and runs on other processors.
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
				// the conversion rounds, and so prevents fusion with the sum
				sum[i][j] += float32(left * v)
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
