//go:build !amd64

package network

func tile(c *float32, rowC int, a *float32, rowA, columnA int, b *float32, rowB, k int) {
	tileGo(c, rowC, a, rowA, columnA, b, rowB, k)
}
