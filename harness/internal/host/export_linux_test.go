package host

import "time"

// Cgroups is cgroups, for tests.
var Cgroups = cgroups

// LimitBy makes one mechanism the only one, until the returned function is called.
func LimitBy(mechanism string) (restore func()) {
	all := mechanisms
	mechanisms = []string{mechanism}
	return func() { mechanisms = all }
}

// SampleEvery sets the time between looks at the memory of learners, until the returned function is called.
func SampleEvery(d time.Duration) (restore func()) {
	before := sampleEvery
	sampleEvery = d
	return func() { sampleEvery = before }
}

// A Turn is what the system says of a thread.
type Turn = turn

// MakeTurn returns one.
func MakeTurn(ran, waited time.Duration, ready bool) Turn { return turn{ran, waited, ready} }

// Turns is turns.
func Turns() map[int]Turn { return turns() }

// Counted is counted.
var Counted = counted

// PlantTurns has f say how long threads wait for a processor, until the returned function is called.
func PlantTurns(f func() map[int]Turn) (restore func()) {
	before := turnsNow
	turnsNow = f
	return func() { turnsNow = before }
}

// PlantVmstat has another file say how often the system killed for lack of memory, until the returned function is called.
func PlantVmstat(name string) (restore func()) {
	before := vmstat
	vmstat = name
	return func() { vmstat = before }
}

// BeforeConnect has f called between the check of each socket and the connection, until the returned function is called.
func BeforeConnect(f func()) (restore func()) {
	before := beforeConnect
	beforeConnect = f
	return func() { beforeConnect = before }
}

// MostTasks returns how many processes and threads of a learner were seen at once; 0 where a cgroup bounds them.
func MostTasks(l *Learner) int { return int(l.process.limit.most.Load()) }

// PlantBrief has fits take so long before what their processes have computed is looked at.
func PlantBrief(d time.Duration) (restore func()) {
	before := brief
	brief = d
	return func() { brief = before }
}

// Processes returns those of a learner, and its supervisor.
func Processes(l *Learner) (all []int, supervisor int) {
	return l.process.all(), l.process.cmd.Process.Pid
}

// CPUSeconds is cpuSeconds.
var CPUSeconds = cpuSeconds
