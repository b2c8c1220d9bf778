//go:build linux && !amd64 && !arm64

package sandbox

// filter returns none: it is written for two architectures.
func filter(_, _ bool) []uint64 { return nil }
