package network

import "golang.org/x/sys/cpu"

// tileAVX is tileGo in instructions of AVX2; k is not 0.
//
//go:noescape
func tileAVX(c *float32, rowC int, a *float32, rowA, columnA int, b *float32, rowB, k int)

func tile(c *float32, rowC int, a *float32, rowA, columnA int, b *float32, rowB, k int) {
	if cpu.X86.HasAVX2 {
		tileAVX(c, rowC, a, rowA, columnA, b, rowB, k)
		return
	}
	tileGo(c, rowC, a, rowA, columnA, b, rowB, k)
}
