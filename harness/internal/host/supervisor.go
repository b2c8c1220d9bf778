package host

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/stage"
)

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
	p.cmd.WaitDelay = outputDelay
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
	// Of a stage that the limit, or somebody, has killed already waiting will tell.
	_, _ = io.WriteString(p.gate, p.spec.String())
	_ = p.gate.CloseWrite()
	text, _ := io.ReadAll(p.gate)
	if failure := stage.ParseFailure(string(text)); failure != nil {
		return failure
	}
	p.ran = true // its gate was closed by executing the program, or by its death
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
