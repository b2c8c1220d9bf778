package host

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/host/limit"
	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/internal/sandbox"
	"github.com/spbench/spbench/harness/internal/stage"
)

// waitDelay is the time for a process to end after it closed its output.
const waitDelay = 100 * time.Millisecond

// outputDelay limits the time to read the output of a dead process. On a busy machine the end of
// the output arrives late, and an escaped child may hold the pipes open.
const outputDelay = 2 * time.Second

// A process is a learner's process, its supervisor, and all processes that it started.
type process struct {
	spec       stage.Spec
	policy     sandbox.Policy // of spec
	program    string         // in the sandbox, or spec.Path
	limit      *limit.Limit   // of memory and processes
	supervisor supervisor
	socket     socket
	stderr     *tail
	stdout     *handshake
	handshake  *io.PipeReader // of stdout, for go-plugin

	pid       int   // of the learner; 0: it does not run yet
	ran       bool  // the program was executed
	shortages int64 // processes killed for lack of memory, on the whole machine, before the start

	done    chan struct{} // closed when the supervisor has reaped all; then ended is valid
	closing chan struct{} // closed to ask the limit for a last look
	watched chan struct{} // closed after the last look; nil: nobody looks
	ended   end
}

// An end records how a process ended.
type end struct {
	status *syscall.WaitStatus // of the learner; nil if the supervisor did not report it
	took   Usage               // by all processes; zero if the supervisor did not report it
	err    error               // of waiting for the supervisor
}

// newProcess prepares to run a program with these arguments, its name among them.
func newProcess(program string, argv []string, limits *limit.Limit, stderr *tail) *process {
	r, w := io.Pipe()
	return &process{
		spec: stage.Spec{Path: program, Argv: argv}, shortages: proc.KilledForMemory(),
		limit: limits, stderr: stderr, stdout: &handshake{line: w, rest: stderr}, handshake: r,
		done: make(chan struct{}), closing: make(chan struct{}),
	}
}

// Start starts the process, unless it has been killed already.
func (p *process) Start(ctx context.Context) error {
	if err := p.checkExecutable(); err != nil {
		return err
	}
	if err := p.supervisor.start(p.stdout, p.stderr); err != nil {
		return err
	}
	p.socket.supervisor = p.supervisor.pid()
	release := context.AfterFunc(ctx, p.kill)
	defer release()
	err := p.execute()
	if err != nil {
		p.kill()
	}
	go p.wait()
	if err == nil && p.limit.Watched() {
		p.watched = make(chan struct{})
		go func() {
			defer close(p.watched)
			p.limit.Watch(p.supervisor.pid(), p.socket.tmp, p.kill, p.done, p.closing)
		}()
	}
	return err
}

// execute sets the limits of the stage process and lets it execute the learner's program.
func (p *process) execute() (err error) {
	defer p.supervisor.gate.Close()
	if p.pid, err = p.supervisor.forked(); err != nil {
		return err
	}
	if err := p.limit.Hold(p.pid, &p.spec); err != nil {
		return err
	}
	if err := p.supervisor.open(&p.spec); err != nil {
		return err
	}
	p.ran = true // its gate was closed by executing the program, or by its death
	return nil
}

// wait returns after the end of the learner and of all processes below it.
func (p *process) wait() {
	p.ended.err = p.supervisor.cmd.Wait()
	if n, err := p.supervisor.hear(); err == nil {
		status := syscall.WaitStatus(n)
		cpu, _ := p.supervisor.hear()
		bytes, _ := p.supervisor.hear()
		p.ended.status, p.ended.took = &status, Usage{CPU: time.Duration(cpu), Memory: int64(bytes)}
	} else { // the supervisor was killed, and nobody has ended what the learner started
		if p.pid > 0 {
			_ = syscall.Kill(-p.pid, syscall.SIGKILL)
		}
		for _, pid := range proc.Marked("TMPDIR=" + p.socket.tmp) {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by now
		}
	}
	p.supervisor.control.Close()
	p.stdout.close()
	close(p.done)
}

// kill kills all processes of the learner, for good. It does not wait.
func (p *process) kill() { p.supervisor.kill() }

// end kills all processes and waits until they have ended.
func (p *process) end() {
	if p.policy.Kind == sandbox.Bubblewrap {
		// Processes that die with their sandbox are not waited for, so their CPU time would be
		// lost.
		p.supervisor.tell(stage.KillInSandbox)
		p.exited(crashDelay)
	}
	p.kill()
	if p.exited(crashDelay) {
		return
	}
	// The learner blocks its supervisor, which therefore does not end it.
	for _, pid := range stage.Descendants(p.supervisor.pid()) {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by now
	}
	_ = p.supervisor.cmd.Process.Kill()
	<-p.done
}

// lookLast asks the limit for a last look at the processes, and waits for it.
func (p *process) lookLast() {
	close(p.closing)
	if p.watched == nil {
		return
	}
	patience := time.NewTimer(crashDelay)
	defer patience.Stop()
	select {
	case <-p.watched:
	case <-patience.C: // a file system of the learner's own may not answer
	}
}

// terminate sends SIGTERM to the processes in the learner's sandbox, or else in its group, and
// waits for the grace time.
func (p *process) terminate(grace time.Duration) {
	if p.policy.Kind == sandbox.Bubblewrap {
		p.supervisor.tell(stage.TerminateInSandbox)
	} else {
		p.supervisor.tell(stage.TerminateGroup)
	}
	p.exited(grace)
}

// exited reports whether the process ends within a time, as [WithTimeout] counts it.
func (p *process) exited(within time.Duration) bool {
	ctx, cancel := WithTimeout(context.Background(), within)
	defer cancel()
	select {
	case <-p.done:
		return true
	case <-ctx.Done():
		return false
	}
}

// ending describes how the process ended, such as "exit status 2". Call it after done is closed.
func (p *process) ending() string {
	status := p.ended.status
	switch {
	case status == nil:
		return fmt.Sprintf("the end of its supervisor (%v)", p.supervisor.cmd.ProcessState)
	case status.Signaled():
		return p.signalled(status.Signal())
	}
	if n := status.ExitStatus() - 128; p.policy.Kind == sandbox.Bubblewrap && n > 0 && n < 32 {
		return p.signalled(syscall.Signal(n)) // of the program in the sandbox
	}
	return "exit status " + strconv.Itoa(status.ExitStatus())
}

// signalled names the signal that ended the process, and its possible sender.
func (p *process) signalled(by syscall.Signal) string {
	if n := proc.KilledForMemory() - p.shortages; n > 0 && by == syscall.SIGKILL {
		return fmt.Sprintf("signal: %v; meanwhile the system killed %d processes for lack of "+
			"memory", by, n)
	}
	return "signal: " + by.String()
}

// A pluginRunner is the process as go-plugin's runner.Runner: go-plugin kills all processes of the
// learner, and not only the first.
type pluginRunner struct{ *process }

func (p pluginRunner) Wait(context.Context) error { <-p.done; return p.ended.err }
func (p pluginRunner) Kill(context.Context) error { p.kill(); return nil }
func (p pluginRunner) Stdout() io.ReadCloser      { return p.handshake }
func (p pluginRunner) Stderr() io.ReadCloser      { return io.NopCloser(strings.NewReader("")) }
func (p pluginRunner) Name() string               { return p.spec.Path }

func (p pluginRunner) ID() string {
	if p.pid == 0 {
		return ""
	}
	return strconv.Itoa(p.pid)
}

func (p pluginRunner) Diagnose(context.Context) string { return "" }

// PluginToHost keeps the address of the handshake.
func (p pluginRunner) PluginToHost(network, address string) (string, string, error) {
	return network, address, p.socket.keep(network, address)
}

// HostToPlugin has no effect: the harness offers learners no address by go-plugin.
func (p pluginRunner) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
