// Package host finds learners, starts them as processes of their own and talks
// to them. [Find] turns a name in a suite into a [Source] with an identity;
// [Open] starts its process; a [Learner] is given instances (Load), fits (Fit)
// and predicts (Predict) until it is closed.
//
// A learner is foreign code: it may crash, hang, print nonsense or answer
// nonsense. It is started by package stage, with an environment built here and under its
// limits from its first instruction on; its supervisor kills it with all that it started, in
// whatever session (elsewhere than on Linux: what is still in its group), when it is
// closed, when it ends, and when the harness dies. A learner that does not come back from a
// cancelled call is sent SIGTERM and then killed. What it answers is checked before
// it is passed on, and every failure wraps one of this package's error kinds, so
// that a record can say which it was. Outside of a sandbox a learner can kill its supervisor: it has crashed then, and
// what it started is found by its cgroup, its group or its environment; what has hidden from all three lives on.
//
// Its memory can be limited (Linux): by a cgroup of version 2 or 1 where one can be made below or beside the
// harness's own, which bounds its processes together. Else RLIMIT_DATA bounds the private memory of each, and what all
// hold together is looked at ten times a second: private memory, shared memory, and files in memory that they have open
// or that lie in TMPDIR. Not seen then: what is held for less than that, other files in /dev/shm that are closed again, shared memory
// of System V that nobody has attached, and, of a learner that hides it from its own user, all files. Either way a learner above its limit has failed with
// ErrMemory, also if it went on.
//
// The number of its processes and threads is limited likewise (Linux): by a cgroup, else by RLIMIT_NPROC in bubblewrap and by
// counting them ten times a second. A learner above that limit has failed with ErrProcesses. RLIMIT_NOFILE bounds the open
// files of each process.
//
// A learner without solvers of its own asks this process for oracle calls while it
// fits or predicts: service Oracles of learner.proto. They are counted here, and end
// at the budget; the labels that it is scored by are not to be had by any query.
package host
