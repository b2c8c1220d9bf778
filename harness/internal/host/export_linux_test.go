package host

import "time"

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

// BeforeConnect has f called between the check of each socket and the connection, until the returned function is called.
func BeforeConnect(f func()) (restore func()) {
	before := beforeConnect
	beforeConnect = f
	return func() { beforeConnect = before }
}

// PlantBrief has fits take so long before what their processes have computed is looked at.
func PlantBrief(d time.Duration) (restore func()) {
	before := brief
	brief = d
	return func() { brief = before }
}

// MostTasks returns how many processes and threads of a learner were seen at once; 0 where a cgroup bounds them.
func MostTasks(l *Learner) int { return l.process.limit.Most() }

// Supervisor returns the process id of a learner's supervisor.
func Supervisor(l *Learner) int { return l.process.supervisor.pid() }
