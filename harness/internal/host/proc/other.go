//go:build !linux

package proc

import (
	"math"
	"time"
)

// CPUSeconds returns NaN: only Linux shows the CPU time of other processes.
func CPUSeconds([]int) float64 { return math.NaN() }

// IgnoresChildren returns false.
func IgnoresChildren(int) bool { return false }

// OwnCPU returns 0: see CPUSeconds.
func OwnCPU(int) time.Duration { return 0 }

// KilledForMemory returns 0: this system does not count them.
func KilledForMemory() int64 { return 0 }

// Tree returns nil: see [CPUSeconds].
func Tree(int) []int { return nil }

// LargestMemory returns 0: it is unknown.
func LargestMemory(int) int64 { return 0 }

// Marked returns nil: only Linux shows the environment of other processes.
func Marked(string) []int { return nil }
