//go:build !race

package longtest

// Race reports whether the race detector is on. It takes much more time and memory.
const Race = false
