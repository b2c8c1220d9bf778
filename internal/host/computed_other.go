//go:build !linux

package host

import "math"

// computed returns NaN: only Linux tells what other processes compute.
func (p *process) computed() float64 { return math.NaN() }
