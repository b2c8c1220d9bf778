package host

import "time"

// A Turn is what the system reports about a thread.
type Turn = turn

// MakeTurn returns a turn.
func MakeTurn(ran, waited time.Duration, ready bool) Turn { return turn{ran, waited, ready} }

// Turns is turns.
func Turns() map[int]Turn { return turns() }

// Counted is counted.
var Counted = counted

// PlantTurns replaces the turns of threads by f until the returned function is called.
func PlantTurns(f func() map[int]Turn) (restore func()) {
	before := turnsNow
	turnsNow = f
	return func() { turnsNow = before }
}

// BeforeConnect calls f between the check of each socket and the connection, until the returned
// function is called.
func BeforeConnect(f func()) (restore func()) {
	before := beforeConnect
	beforeConnect = f
	return func() { beforeConnect = before }
}

// PlantBrief sets the time of a fit before its processes are listed.
func PlantBrief(d time.Duration) (restore func()) {
	before := brief
	brief = d
	return func() { brief = before }
}

// MostTasks returns the most processes and threads of a learner seen at once; 0 if a cgroup bounds
// them.
func MostTasks(l *Learner) int { return l.process.limit.Most() }

// Supervisor returns the process id of a learner's supervisor.
func Supervisor(l *Learner) int { return l.process.supervisor.pid() }
