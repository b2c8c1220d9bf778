//go:build unix && !linux

package host

import (
	"errors"
	"runtime"
)

// CanLimitMemory reports whether [Options.Memory] works on this system.
func CanLimitMemory() bool { return false }

func newLimit(bytes int64, _ int) *limit { return &limit{bytes: bytes} }

func (m *limit) hold(int) (data uint64, err error) {
	if m.bytes == 0 {
		return 0, nil
	}
	return 0, errors.New("memory cannot be limited on " + runtime.GOOS)
}

func (m *limit) looked() bool             { return false }
func (m *limit) exceeded() error          { return nil }
func (m *limit) peak(largest int64) int64 { return largest }
func (m *limit) removeGroups()            {}
