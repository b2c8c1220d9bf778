//go:build unix

package stage

import (
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

// supervise is the supervisor. It runs on the main thread, as init does, which ends with the process only: so does the
// stage, which dies with the thread that started it (Linux).
func supervise(self string) {
	closeOnExec(control)
	shield()
	learner, err := syscall.ForkExec(self, []string{"spbench stage"}, &syscall.ProcAttr{
		Env: []string{variable + "=" + asStage, "GOMAXPROCS=1"}, Files: []uintptr{0, 1, 2, gate}, Sys: group(),
	})
	if err != nil {
		say("-" + strconv.Itoa(int(errno(err))))
		syscall.Exit(1)
	}
	_ = syscall.Close(gate) // else its end would not be that of the stage's
	say(strconv.Itoa(learner))
	var over atomic.Bool
	send := func(s syscall.Signal) {
		if !over.Load() {
			_ = syscall.Kill(-learner, s)
			_ = syscall.Kill(learner, s) // it may have moved to another group
		}
	}
	go obey(learner, send, &over)
	status := reap(learner)
	over.Store(true)
	_ = syscall.Kill(-learner, syscall.SIGKILL)
	say(strconv.Itoa(int(status)))
	sweep()
	var took syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_CHILDREN, &took) // fails for no other argument
	say(strconv.FormatInt(took.Utime.Nano()+took.Stime.Nano(), 10))
	say(strconv.FormatInt(int64(took.Maxrss)*rssUnit, 10))
	syscall.Exit(0) // without what else is run at the end of a program
}

// say tells the host, unless that is gone.
func say(line string) { _, _ = syscall.Write(control, []byte(line+"\n")) }

// obey passes on what comes from the host.
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

// terminateInSandbox asks what runs in a sandbox that the learner has become to end: two processes are the sandbox itself.
func terminateInSandbox(learner int) {
	for _, first := range children(learner) {
		for _, pid := range Descendants(first) {
			_ = syscall.Kill(pid, syscall.SIGTERM)
		}
	}
}

// killInSandbox kills what runs in a sandbox that the learner has become. Of the two processes that are the sandbox itself the second one waits for what
// ends in it, so that its CPU time is known, as long as the first one does not end: that is stopped meanwhile. Only the children of
// the second one are listed, again until there are none, as it becomes the parent of those who lose theirs: of a process that is listed the
// kernel keeps entries of all threads, which it takes milliseconds to drop when they end.
func killInSandbox(learner int) {
	_ = syscall.Kill(learner, syscall.SIGSTOP)
	const shortest, soon, patience = 50 * time.Microsecond, 20 * time.Millisecond, 500 * time.Millisecond
	pause := shortest
	for began := time.Now(); time.Since(began) < patience; pause += pause / 4 {
		left := false
		for _, first := range children(learner) {
			list := children
			if time.Since(began) > soon { // those further down may wait long for their turn
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

// reap waits for the learner, and meanwhile for what it leaves behind.
func reap(learner int) syscall.WaitStatus {
	for {
		var status syscall.WaitStatus
		switch pid, err := syscall.Wait4(-1, &status, 0, nil); {
		case pid == learner, err == syscall.ECHILD:
			return status
		}
	}
}

// sweep kills all that is left below this process, round for round until nothing is: what is forked meanwhile comes to this process
// when its parent ends.
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
