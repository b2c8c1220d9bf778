package proc

// Vmstat is the file with the counters of the kernel; tests replace it.
var Vmstat = "/proc/vmstat"

// KilledForMemory returns how many processes the system killed for lack of memory since it started;
// 0 if the system does not count them.
func KilledForMemory() int64 { return Number(ReadFile(Vmstat), "oom_kill ") }
