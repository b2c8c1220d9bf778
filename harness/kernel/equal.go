package kernel

import "unsafe"

// Equal reports whether a and b have the same bits. It compares them as Go strings, because
// that comparison is vectorised on every machine. O(len), without allocation.
func Equal(a, b []float64) bool {
	return len(a) == len(b) && (len(a) == 0 || bytes(a) == bytes(b))
}

func bytes(v []float64) string { return unsafe.String((*byte)(unsafe.Pointer(&v[0])), 8*len(v)) }
