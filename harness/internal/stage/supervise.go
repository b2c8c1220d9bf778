package stage

import (
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

// supervise is the supervisor. It runs on the main thread, since init does, and the main thread
// ends with the process. The stage dies with the thread that started it (Linux).
func supervise(self string) {
	closeOnExec(control)
	shield()
	learner, err := syscall.ForkExec(self, []string{"spbench stage"}, &syscall.ProcAttr{
		Env: Alone(), Files: []uintptr{0, 1, 2, gate},
		Sys: Group(),
	})
	if err != nil {
		say("-" + strconv.Itoa(int(errno(err))))
		syscall.Exit(1)
	}
	_ = syscall.Close(gate) // else closing the stage's gate would not end the stream
	say(strconv.Itoa(learner))
	var over atomic.Bool
	send := func(s syscall.Signal) {
		if !over.Load() {
			_ = syscall.Kill(-learner, s)
			_ = syscall.Kill(learner, s) // the learner may be in another group
		}
	}
	go obey(learner, send, &over)
	status := reap(learner)
	over.Store(true)
	_ = syscall.Kill(-learner, syscall.SIGKILL)
	say(strconv.Itoa(int(status)))
	sweep()
	var took syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_CHILDREN, &took) // cannot fail for this argument
	say(strconv.FormatInt(took.Utime.Nano()+took.Stime.Nano(), 10))
	say(strconv.FormatInt(int64(took.Maxrss)*rssUnit, 10))
	syscall.Exit(0) // skips other code at the end of a program
}

// say sends a line to the host, if it lives.
func say(line string) { _, _ = syscall.Write(control, []byte(line+"\n")) }

// obey follows the commands of the host.
func obey(learner int, send func(syscall.Signal), over *atomic.Bool) {
	b := make([]byte, 1)
	for {
		switch n, err := syscall.Read(control, b); {
		case err == syscall.EINTR:
		case n == 1 && b[0] == TerminateInSandbox:
			terminateInSandbox(learner)
		case n == 1 && b[0] == KillInSandbox:
			if !over.Load() {
				killInSandbox(learner)
			}
		case n == 1:
			send(syscall.SIGTERM)
		default:
			send(syscall.SIGKILL)
			return
		}
	}
}

// terminateInSandbox sends SIGTERM to the processes in the learner's bubblewrap. Two processes are
// the sandbox itself.
func terminateInSandbox(learner int) {
	for _, first := range children(learner) {
		for _, pid := range Descendants(first) {
			_ = syscall.Kill(pid, syscall.SIGTERM)
		}
	}
}

// killInSandbox kills the processes in the learner's bubblewrap. Two processes are the sandbox
// itself. The second waits for the processes that end in it, so that their CPU time is counted as
// long as the first does not end. So killInSandbox stops the first meanwhile.
//
// It lists only the children of the second process, again until there are none: orphans in the
// sandbox become its children. Listing a process costs: the kernel then keeps entries for all its
// threads, and takes milliseconds to drop them.
func killInSandbox(learner int) {
	_ = syscall.Kill(learner, syscall.SIGSTOP)
	const shortest, soon, patience = 50 * time.Microsecond, 20 * time.Millisecond,
		500 * time.Millisecond
	pause := shortest
	for began := time.Now(); time.Since(began) < patience; pause += pause / 4 {
		left := false
		for _, first := range children(learner) {
			list := children
			if time.Since(began) > soon { // processes further down may come late
				list = Descendants
			}
			for _, pid := range list(first) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
				left = true
			}
		}
		if !left {
			break
		}
		time.Sleep(pause)
	}
	_ = syscall.Kill(learner, syscall.SIGCONT)
}

// reap waits for the learner, and meanwhile for orphans.
func reap(learner int) syscall.WaitStatus {
	for {
		var status syscall.WaitStatus
		switch pid, err := syscall.Wait4(-1, &status, 0, nil); {
		case pid == learner, err == syscall.ECHILD:
			return status
		}
	}
}

// sweep kills all processes below this one, until there are none: a process forked meanwhile
// becomes a child of this one when its parent ends.
func sweep() {
	const shortest, longest = 50 * time.Microsecond, 100 * time.Millisecond
	pause := shortest
	for {
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		switch {
		case err == syscall.ECHILD:
			return
		case pid > 0:
			pause = shortest
			continue
		}
		for _, pid := range Descendants(syscall.Getpid()) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(pause)
		pause = min(pause+pause/4, longest)
	}
}
