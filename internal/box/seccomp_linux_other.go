//go:build linux && !amd64 && !arm64

package box

// filterCalls does nothing: the filter is written for two architectures.
func filterCalls() error { return nil }

func filterBytes() []byte { return nil }
