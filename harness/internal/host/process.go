package host

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/stage"
)

// waitDelay is how long a process that closed its output has to end.
const waitDelay = 100 * time.Millisecond

// outputDelay is how long the output of a dead process is still read. On a busy machine its last
// words arrive late; a child that escaped may hold the pipes open.
const outputDelay = 2 * time.Second

// A process is a learner's process with its supervisor and all that it started. It implements go-plugin's
// runner.Runner, so that all of them, and not only the learner's own, are what gets killed.
type process struct {
	spec    stage.Spec
	policy  sandbox.Policy        // that spec is under
	program string                // in the sandbox, or spec.Path
	limit   *limit                // of memory and processes
	tmp     string                // its private folder; TMPDIR tells its processes from all others
	folder  *os.Root              // the same, whatever takes its place
	socket  string                // of the learner, in folder; after the handshake
	serving atomic.Pointer[[]int] // the process that listens there, and those above it
	refused atomic.Pointer[error] // why a connection to socket was closed
	cmd     *exec.Cmd             // of the supervisor
	control *net.UnixConn
	said    *bufio.Reader // from the supervisor
	gate    *net.UnixConn
	pid     int  // of the learner; 0: it does not run yet
	ran     bool // the program was executed
	stderr  *tail
	stdout  *handshake
	read    *io.PipeReader      // the handshake, for go-plugin
	done    chan struct{}       // closed when the supervisor has reaped all
	closing chan struct{}       // closed to have watch take a last look
	watched chan struct{}       // closed when that is over; nil: nobody watches
	status  *syscall.WaitStatus // of the learner; nil if the supervisor could not say it; after done
	took    Usage               // by all; zero if the supervisor could not say it; after done
	err     error               // of waiting for the supervisor; after done

	shortages int64 // of the system, at the start

	mu     sync.Mutex // orders Start and kill
	killed bool
}

// newProcess prepares to run a program with these arguments, its name among them.
func newProcess(program string, argv []string, limits *limit, stderr *tail) *process {
	r, w := io.Pipe()
	return &process{
		spec: stage.Spec{Path: program, Argv: argv}, shortages: shortages(),
		limit: limits, stderr: stderr, stdout: &handshake{line: w, rest: stderr}, read: r, done: make(chan struct{}), closing: make(chan struct{}),
	}
}

// Start starts the process, unless it has been killed already.
func (p *process) Start(ctx context.Context) error {
	if err := p.executable(); err != nil {
		return err
	}
	if err := p.supervise(); err != nil {
		return err
	}
	release := context.AfterFunc(ctx, p.kill)
	defer release()
	err := p.enter()
	if err != nil {
		p.kill()
	}
	go p.wait()
	if err == nil && p.limit.looked() {
		p.watched = make(chan struct{})
		go p.watch()
	}
	return err
}

// kill has the supervisor kill every process that the learner started, now and for good.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.killed = true
	if p.started() {
		_ = p.control.CloseWrite()
		_ = p.cmd.Process.Signal(syscall.SIGCONT) // a learner may have stopped it
	}
}

// end kills all and waits for it.
func (p *process) end() {
	if p.policy.Kind == sandbox.Bubblewrap {
		// What dies with its sandbox is waited for by nobody, and what it took is lost.
		_, _ = p.control.Write([]byte{stage.KillInSandbox})
		p.exited(crashDelay)
	}
	p.kill()
	if p.exited(crashDelay) {
		return
	}
	// The learner does not let its supervisor come to that.
	for _, pid := range stage.Descendants(p.cmd.Process.Pid) {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by now
	}
	_ = p.cmd.Process.Kill()
	<-p.done
}

// look has watch take a last look at what the processes hold.
func (p *process) look() {
	close(p.closing)
	if p.watched == nil {
		return
	}
	patience := time.NewTimer(crashDelay)
	defer patience.Stop()
	select {
	case <-p.watched:
	case <-patience.C: // the files of a learner may be of a file system of its own, which does not answer
	}
}

// started reports whether there is a supervisor, or was.
func (p *process) started() bool { return p.cmd != nil && p.cmd.Process != nil }

// terminate asks the learner to end, in its sandbox or else its group, and gives it the time.
func (p *process) terminate(grace time.Duration) {
	how := stage.TerminateGroup
	if p.policy.Kind == sandbox.Bubblewrap {
		how = stage.TerminateInSandbox
	}
	_, _ = p.control.Write([]byte{how}) // the supervisor is gone, else
	p.exited(grace)
}

// exited reports whether the process ended, within the time given: see [Patient].
func (p *process) exited(within time.Duration) bool {
	ctx, cancel := Patient(context.Background(), within)
	defer cancel()
	select {
	case <-p.done:
		return true
	case <-ctx.Done():
		return false
	}
}

// ending says how the process ended, such as "exit status 2"; after done.
func (p *process) ending() string {
	switch {
	case p.status == nil:
		return fmt.Sprintf("its supervisor's end (%v)", p.cmd.ProcessState)
	case p.status.Signaled():
		return p.signalled(p.status.Signal())
	}
	if n := p.status.ExitStatus() - 128; p.policy.Kind == sandbox.Bubblewrap && n > 0 && n < 32 {
		return p.signalled(syscall.Signal(n)) // of what is in the sandbox
	}
	return "exit status " + strconv.Itoa(p.status.ExitStatus())
}

// signalled says by which signal it ended, and what may have sent it.
func (p *process) signalled(by syscall.Signal) string {
	if n := shortages() - p.shortages; n > 0 && by == syscall.SIGKILL {
		return fmt.Sprintf("signal: %v; meanwhile the system has killed %d of all processes as there was no memory left", by, n)
	}
	return "signal: " + by.String()
}

// The rest is what go-plugin asks of a runner.

func (p *process) Wait(context.Context) error { <-p.done; return p.err }
func (p *process) Kill(context.Context) error { p.kill(); return nil }
func (p *process) Stdout() io.ReadCloser      { return p.read }
func (p *process) Stderr() io.ReadCloser      { return io.NopCloser(strings.NewReader("")) }
func (p *process) Name() string               { return p.spec.Path }

func (p *process) ID() string {
	if p.pid == 0 {
		return ""
	}
	return strconv.Itoa(p.pid)
}

func (p *process) Diagnose(context.Context) string { return "" }
