package host

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
)

// computed returns the CPU seconds of all processes of the group so far, and of those that they waited for; NaN before
// it was started. O(processes of the machine).
func (p *process) computed() float64 {
	if p.cmd.Process == nil {
		return math.NaN()
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return math.NaN()
	}
	sum := 0.0
	for _, entry := range entries {
		if _, err := strconv.Atoi(entry.Name()); err != nil {
			continue
		}
		if s, ok := readStat(filepath.Join("/proc", entry.Name())); ok && s.group == p.cmd.Process.Pid {
			sum += s.cpu.Seconds()
		}
	}
	return sum
}
