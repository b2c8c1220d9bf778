//go:build !linux

package limit

import (
	"errors"
	"math"
	"runtime"

	"github.com/spbench/spbench/harness/internal/stage"
)

// CanLimitMemory reports whether memory can be limited on this system.
func CanLimitMemory() bool { return false }

func newLimit(bytes int64, _ int) *Limit { return &Limit{bytes: bytes} }

func (m *Limit) Hold(int, *stage.Spec) error {
	if m.bytes == 0 {
		return nil
	}
	return errors.New("memory cannot be limited on " + runtime.GOOS)
}

func (m *Limit) Watched() bool                                               { return false }
func (m *Limit) Exceeded() error                                             { return nil }
func (m *Limit) Peak(largest int64) int64                                    { return largest }
func (m *Limit) CPUSeconds() float64                                         { return math.NaN() }
func (m *Limit) Remove()                                                     {}
func (m *Limit) Watch(int, string, func(), <-chan struct{}, <-chan struct{}) {}
