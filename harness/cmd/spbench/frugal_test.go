package main

import (
	"math"
	"runtime/debug"
	"testing"
)

// TestKeepToTask: a shard keeps to the memory of a task only where a task has a limit and the environment says nothing else, and only until the first fit.
func TestKeepToTask(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(math.MaxInt64)
	t.Cleanup(func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(limit) })
	const own = 3 << 30
	for _, test := range []struct {
		name, env           string
		learners            int64
		before, first, then int64 // limits
	}{
		{"limited", "", 1 << 30, math.MaxInt64, harnessMemory / 10 * 9, math.MaxInt64},
		{"unlimited", "", 0, math.MaxInt64, math.MaxInt64, math.MaxInt64},
		{"of the environment", "3GiB", 1 << 30, own, own, own},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("GOMEMLIMIT", test.env)
			for _, ends := range []func(){nil, atEase} {
				debug.SetMemoryLimit(test.before)
				end := keepToTask(test.learners)
				if got := debug.SetMemoryLimit(-1); got != test.first {
					t.Errorf("before the first fit %d, want %d", got, test.first)
				}
				if ends == nil {
					ends = end
				}
				if ends(); debug.SetMemoryLimit(-1) != test.then {
					t.Errorf("after that %d, want %d", debug.SetMemoryLimit(-1), test.then)
				}
			}
		})
	}
}
