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
	"sync"
	"syscall"

	"github.com/spbench/spbench/harness/internal/stage"
)

// A supervisor is the process between the harness and a learner: see package stage. It reaps all
// processes that the learner started and kills them when the harness dies.
type supervisor struct {
	cmd     *exec.Cmd
	control *net.UnixConn // for commands
	said    *bufio.Reader // its numbers, on control
	gate    *net.UnixConn // to the stage that becomes the learner

	mu     sync.Mutex // orders start and kill
	killed bool
}

// start starts the supervisor, which starts the stage.
func (s *supervisor) start(stdout, stderr io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.killed {
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
	s.control, s.gate, s.said = control, gate, bufio.NewReader(control)
	self := self()
	s.cmd = &exec.Cmd{
		Path: self, Args: []string{"spbench supervisor"}, Env: stage.Environment(self),
		ExtraFiles: []*os.File{controlEnd, gateEnd}, Stdout: stdout, Stderr: stderr,
	}
	s.cmd.WaitDelay = outputDelay
	// signals of the terminal are for the host
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := s.cmd.Start(); err != nil {
		control.Close()
		gate.Close()
		return fmt.Errorf("its supervisor: %w", err)
	}
	return nil
}

// started reports whether the supervisor runs, or ran.
func (s *supervisor) started() bool { return s.cmd != nil && s.cmd.Process != nil }

func (s *supervisor) pid() int { return s.cmd.Process.Pid }

// forked returns the process id of the stage.
func (s *supervisor) forked() (pid int, err error) {
	pid, err = s.hear()
	switch {
	case err != nil:
		return 0, fmt.Errorf("its supervisor ended: %w", err)
	case pid < 0:
		return 0, fmt.Errorf("its supervisor: fork: %w", syscall.Errno(-pid))
	}
	return pid, nil
}

// open lets the stage become the program of spec. If the stage was killed already, open returns
// nil: waiting for the process tells.
func (s *supervisor) open(spec *stage.Spec) error {
	_, _ = io.WriteString(s.gate, spec.String())
	_ = s.gate.CloseWrite()
	text, _ := io.ReadAll(s.gate)
	if failure := stage.ParseFailure(string(text)); failure != nil {
		return failure
	}
	return nil
}

// hear returns the next number from the supervisor.
func (s *supervisor) hear() (int, error) {
	line, err := s.said.ReadString('\n')
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(line))
}

// tell sends a command of package stage.
func (s *supervisor) tell(command byte) {
	_, _ = s.control.Write([]byte{command}) // fails if the supervisor is gone
}

// kill has the supervisor kill all processes of the learner, now and in future.
func (s *supervisor) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.killed = true
	if s.started() {
		_ = s.control.CloseWrite()
		_ = s.cmd.Process.Signal(syscall.SIGCONT) // a learner may have stopped it
	}
}

// self returns the path of the running program. Its name may belong to another program by now.
func self() string {
	const link = "/proc/self/exe" // also in processes forked from this one (Linux)
	if _, err := os.Stat(link); err == nil {
		return link
	}
	if path, err := os.Executable(); err == nil {
		return path
	}
	return os.Args[0]
}

// socketPair returns the two ends of a stream, the second for a child.
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
