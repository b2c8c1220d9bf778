// Package host runs learners as processes of their own and talks to them. Follow a learner through
// the packages:
//
//  1. find turns a name in a suite into a find.Source: a program with an identity.
//  2. confine makes the sandbox's policy and the private folder of the process.
//  3. limit bounds its memory and its number of processes.
//  4. [Open] starts the process through a supervisor (package stage) and connects to it.
//  5. A [Learner] receives instances (Load), fits (Fit) and predicts (Predict). query answers the
//     oracle queries of a learner without solvers of its own.
//  6. Close ends the process and everything that it started.
//
// A learner is foreign code: it may crash, hang, or send nonsense. It is under its limits from its
// first instruction on. Its supervisor kills it and all processes that it started when the learner
// is closed, when it ends, and when the harness dies (on systems other than Linux: the processes of
// its group). A learner that does not return from a cancelled call gets SIGTERM and is then killed.
//
// All answers are checked. Every error wraps one of this package's kinds, for the record of the
// fit. Without a sandbox a learner can kill its supervisor. This counts as a crash. The harness
// then finds the other processes by cgroup, group or environment, and misses a process that hides
// from all three.
//
// # Limits (Linux)
//
// Memory: a cgroup of version 2 or 1, if one can be made below or beside the harness's own, bounds
// the processes together. Otherwise RLIMIT_DATA bounds the private memory of each, and the harness
// looks at all of them ten times a second: private memory, shared memory, and files in memory that
// they have open or that are in TMPDIR. This misses memory held for a shorter time, other closed
// files in /dev/shm, detached shared memory of System V, and all files of a learner that hides
// them. A learner above its limit has failed with ErrMemory, even if it continued.
//
// Processes and threads: a cgroup, or else RLIMIT_NPROC in bubblewrap and counting ten times a
// second. A learner above the limit has failed with ErrProcesses. RLIMIT_NOFILE bounds the open
// files of each process.
package host
