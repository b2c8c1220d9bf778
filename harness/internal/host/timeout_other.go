//go:build !linux

package host

// turns returns nil: this system does not count how long threads wait for a processor.
func turns() map[int]turn { return nil }
