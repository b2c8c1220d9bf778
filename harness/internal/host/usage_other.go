//go:build unix && !linux

package host

import "math"

// largest is not known here.
func (p *process) largest() int64 { return 0 }

func (p *process) killMarked() {}

func (p *process) watch() {}

// turns returns nil: this system does not count how long threads wait for a processor.
func turns() map[int]turn { return nil }

// all returns nothing: see cpuSeconds.
func (p *process) all() []int { return nil }

// cpuSeconds returns NaN: only Linux tells what other processes compute.
func cpuSeconds([]int) float64 { return math.NaN() }

func shortages() int64 { return 0 }
