package network

// Products of matrices consist of tiles of tileRows×tileColumns.
const (
	tileRows    = 4
	tileColumns = 16
)

// A matrix is a view of numbers: element (i,j) is at[i*down+j*right].
type matrix struct {
	at          []float32
	down, right int
}

// multiply adds A·B to C, A of m×k, B of k×n, C of m×n. m and n are multiples of tileRows and
// tileColumns, and the elements of a row of B and C are adjacent. Every element of C is summed
// in the order of k, and each product is rounded before it is added: the same bits by any tile.
// O(mnk).
func multiply(c, a, b matrix, m, n, k int) {
	if m == 0 || n == 0 || k == 0 {
		return
	}
	// A tile checks no bounds: these are the last elements it reads or writes.
	_, _, _ = c.at[(m-1)*c.down+n-1], a.at[(m-1)*a.down+(k-1)*a.right], b.at[(k-1)*b.down+n-1]
	for j := 0; j < n; j += tileColumns { // outer loop, so that a strip of B stays in the cache
		for i := 0; i < m; i += tileRows {
			tile(&c.at[i*c.down+j], c.down, &a.at[i*a.down], a.down, a.right, &b.at[j], b.down, k)
		}
	}
}
