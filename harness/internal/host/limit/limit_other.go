//go:build !linux

package limit

import (
	"errors"
	"runtime"
)

// CanLimitMemory reports whether memory can be limited on this system.
func CanLimitMemory() bool { return false }

func newLimit(bytes int64, _ int) *Limit { return &Limit{bytes: bytes} }

func (m *Limit) Hold(int) (data uint64, err error) {
	if m.bytes == 0 {
		return 0, nil
	}
	return 0, errors.New("memory cannot be limited on " + runtime.GOOS)
}

func (m *Limit) Watched() bool                                               { return false }
func (m *Limit) Exceeded() error                                             { return nil }
func (m *Limit) Peak(largest int64) int64                                    { return largest }
func (m *Limit) Remove()                                                     {}
func (m *Limit) Watch(int, string, func(), <-chan struct{}, <-chan struct{}) {}
