package host

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spbench/spbench/internal/stage"
)

// waitDelay is how long the output of a dead process is still read: a child of
// its own may hold the pipes open.
const waitDelay = 100 * time.Millisecond

// A process is a learner's process with its supervisor and all that it started. It implements go-plugin's
// runner.Runner, so that all of them, and not only the learner's own, are what gets killed.
type process struct {
	spec    stage.Spec
	limit   *limit    // of memory
	tmp     string    // its private folder; TMPDIR tells its processes from all others
	cmd     *exec.Cmd // of the supervisor
	control *net.UnixConn
	said    *bufio.Reader // from the supervisor
	gate    *net.UnixConn
	pid     int  // of the learner; 0: it does not run yet
	ran     bool // the program was executed
	stderr  *tail
	stdout  *handshake
	read    *io.PipeReader      // the handshake, for go-plugin
	done    chan struct{}       // closed when the supervisor has reaped all
	status  *syscall.WaitStatus // of the learner; nil if the supervisor could not say it; after done
	took    Usage               // by all; zero if the supervisor could not say it; after done
	err     error               // of waiting for the supervisor; after done

	mu     sync.Mutex // orders Start and kill
	killed bool
}

// newProcess prepares to run a program with these arguments, its name among them.
func newProcess(program string, argv []string, memory *limit, stderr *tail) *process {
	r, w := io.Pipe()
	return &process{
		spec:  stage.Spec{Path: program, Argv: argv},
		limit: memory, stderr: stderr, stdout: &handshake{line: w, rest: stderr}, read: r, done: make(chan struct{}),
	}
}

// Start starts the process, unless it has been killed already.
func (p *process) Start(ctx context.Context) error {
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
	if err == nil && p.limit.by == "rlimit" {
		go p.watch()
	}
	return err
}

// supervise starts the supervisor.
func (p *process) supervise() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed {
		return errors.New("killed before it started")
	}
	control, controlEnd, err := socketPair()
	if err != nil {
		return err
	}
	defer controlEnd.Close()
	gate, gateEnd, err := socketPair()
	if err != nil {
		control.Close()
		return err
	}
	defer gateEnd.Close()
	p.control, p.gate, p.said = control, gate, bufio.NewReader(control)
	self := self()
	p.cmd = &exec.Cmd{
		Path: self, Args: []string{"spbench supervisor"}, Env: stage.Environment(self), ExtraFiles: []*os.File{controlEnd, gateEnd},
		Stdout: p.stdout, Stderr: p.stderr,
	}
	p.cmd.WaitDelay = waitDelay
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what is typed at the terminal is for the host
	if err := p.cmd.Start(); err != nil {
		control.Close()
		gate.Close()
		return fmt.Errorf("its supervisor: %w", err)
	}
	return nil
}

// enter holds the stage and has it become the learner.
func (p *process) enter() error {
	defer p.gate.Close()
	pid, err := p.hear()
	switch {
	case err != nil:
		return fmt.Errorf("its supervisor ended: %w", err)
	case pid < 0:
		return fmt.Errorf("its supervisor: fork: %w", syscall.Errno(-pid))
	}
	p.pid = pid
	if p.spec.Data, err = p.limit.hold(pid); err != nil {
		return err
	}
	_, err = io.WriteString(p.gate, p.spec.String())
	if err = errors.Join(err, p.gate.CloseWrite()); err != nil {
		return fmt.Errorf("its stage: %w", err)
	}
	text, _ := io.ReadAll(p.gate) // what is read in spite of an error is whole
	if failure := stage.ParseFailure(string(text)); failure != nil {
		return failure
	}
	p.ran = true // its gate has closed by executing the program, or by the death that waiting will tell of
	return nil
}

// hear returns the next number that the supervisor says.
func (p *process) hear() (int, error) {
	line, err := p.said.ReadString('\n')
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(line))
}

// wait returns when the learner has ended, and with it all that it started.
func (p *process) wait() {
	p.err = p.cmd.Wait()
	if n, err := p.hear(); err == nil {
		status := syscall.WaitStatus(n)
		p.status = &status
		cpu, _ := p.hear()
		bytes, _ := p.hear()
		p.took = Usage{CPU: time.Duration(cpu), Memory: int64(bytes)}
	} else {
		p.killMarked() // nobody has looked after what it started
	}
	p.control.Close()
	p.stdout.close()
	close(p.done)
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

// started reports whether there is a supervisor, or was.
func (p *process) started() bool { return p.cmd != nil && p.cmd.Process != nil }

// terminate asks the learner's group to end, and gives it the time.
func (p *process) terminate(grace time.Duration) {
	_, _ = p.control.Write([]byte{1}) // the supervisor is gone, else
	p.exited(grace)
}

// exited reports whether the process ended, within the time given.
func (p *process) exited(within time.Duration) bool {
	t := time.NewTimer(within)
	defer t.Stop()
	select {
	case <-p.done:
		return true
	case <-t.C:
		return false
	}
}

// ending says how the process ended, such as "exit status 2"; after done.
func (p *process) ending() string {
	switch {
	case p.status == nil:
		return fmt.Sprintf("its supervisor's end (%v)", p.cmd.ProcessState)
	case p.status.Signaled():
		return "signal: " + p.status.Signal().String()
	}
	return "exit status " + strconv.Itoa(p.status.ExitStatus())
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

func (p *process) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// self returns the path of the running program: not its name, which may be another program's by now.
func self() string {
	const link = "/proc/self/exe" // of any process that has forked off this one, too (Linux)
	if _, err := os.Stat(link); err == nil {
		return link
	}
	if path, err := os.Executable(); err == nil {
		return path
	}
	return os.Args[0]
}

// socketPair returns a stream's two ends, the second for a child.
func socketPair() (*net.UnixConn, *os.File, error) {
	syscall.ForkLock.RLock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	near, far := os.NewFile(uintptr(fds[0]), "stage"), os.NewFile(uintptr(fds[1]), "stage")
	defer near.Close() // the connection is a copy
	conn, err := net.FileConn(near)
	if err != nil {
		far.Close()
		return nil, nil, err
	}
	return conn.(*net.UnixConn), far, nil
}
