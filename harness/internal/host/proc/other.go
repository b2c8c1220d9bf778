//go:build unix && !linux

package proc

import "math"

// cpuSeconds returns NaN: only Linux tells what other processes compute.
func CPUSeconds([]int) float64 { return math.NaN() }

func KilledForMemory() int64 { return 0 }

// Tree returns nil: see [CPUSeconds].
func Tree(int) []int { return nil }

// LargestMemory returns 0: it is unknown.
func LargestMemory(int) int64 { return 0 }

// KillMarked does nothing: only Linux shows the environment of other processes.
func KillMarked(string) {}
