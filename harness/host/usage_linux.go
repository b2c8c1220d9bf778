package host

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of times in /proc: USER_HZ, 100 on all architectures that Go
// knows.
const tick = 10 * time.Millisecond

// groupUsage adds up the peaks of the living processes of a group, and the CPU
// time of all but its leader, of which waiting will tell more exactly.
func groupUsage(leader int) (u Usage) {
	pids, err := os.ReadDir("/proc")
	if err != nil {
		return u
	}
	for _, entry := range pids {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		dir := filepath.Join("/proc", entry.Name())
		// pid (comm) state ppid pgrp …; comm may hold anything.
		_, after, _ := strings.Cut(readFile(filepath.Join(dir, "stat")), ")")
		if i := strings.LastIndexByte(after, ')'); i >= 0 {
			after = after[i+1:]
		}
		stat := strings.Fields(after)
		if len(stat) < 15 || stat[2] != strconv.Itoa(leader) {
			continue
		}
		if pid != leader {
			for _, field := range stat[11:15] { // utime, stime, cutime, cstime
				ticks, _ := strconv.ParseInt(field, 10, 64)
				u.CPU += time.Duration(ticks) * tick
			}
		}
		u.Memory += highWater(readFile(filepath.Join(dir, "status")))
	}
	return u
}

// highWater returns the peak of resident memory, in bytes, that a status file of
// /proc tells. Not ru_maxrss: it starts at what the harness holds.
func highWater(status string) int64 {
	_, after, _ := strings.Cut(status, "VmHWM:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kB, _ := strconv.ParseInt(fields[0], 10, 64)
	return kB << 10
}
