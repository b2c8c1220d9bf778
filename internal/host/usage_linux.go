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

// scan looks through all processes of the machine for those of p: of its group,
// or younger than its leader and with its folder for temporary files in their
// environment. It adds up their peaks of memory, and the CPU time of all but the
// leader, of which waiting will tell more exactly.
func (p *process) scan() (u Usage, strays []int) {
	leader := p.cmd.Process.Pid
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return u, nil
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		dir := filepath.Join("/proc", entry.Name())
		s, ok := readStat(dir)
		if !ok {
			continue
		}
		if s.group != leader {
			if s.born < p.born || !strings.Contains("\x00"+readFile(filepath.Join(dir, "environ")), "\x00"+p.mark+"\x00") {
				continue
			}
			strays = append(strays, pid)
		}
		if pid != leader {
			u.CPU += s.cpu
		}
		u.Memory += highWater(readFile(filepath.Join(dir, "status")))
	}
	return u, strays
}

// A stat is what a process's file stat in /proc says.
type stat struct {
	group int
	cpu   time.Duration // with that of the children it waited for
	born  int64         // in ticks since the machine started
}

// readStat reads "pid (comm) state ppid pgrp …", in which comm may hold anything.
func readStat(dir string) (s stat, ok bool) {
	text := readFile(filepath.Join(dir, "stat"))
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return s, false // it has ended meanwhile
	}
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(fields[i], 10, 64)
		return n
	}
	ticks := number(11) + number(12) + number(13) + number(14) // utime, stime, cutime, cstime
	return stat{int(number(2)), time.Duration(ticks) * tick, number(19)}, true
}

// birth returns when a process started, in ticks since the machine did.
func birth(pid int) int64 {
	s, _ := readStat(filepath.Join("/proc", strconv.Itoa(pid)))
	return s.born
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
