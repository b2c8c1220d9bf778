package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// waitDelay is how long the output of a dead process is still read: a child of
// its own may hold the pipes open.
const waitDelay = 100 * time.Millisecond

// A process is a learner's process group. It implements go-plugin's
// runner.Runner, so that the group, and not only its leader, is what gets killed.
type process struct {
	cmd    *exec.Cmd
	stderr *tail
	stdout *firstLine
	read   *io.PipeReader // the handshake, for go-plugin
	done   chan struct{}  // closed when the leader is reaped
	err    error          // of Wait; after done

	mu     sync.Mutex // orders Start and kill
	killed bool
}

func newProcess(cmd *exec.Cmd, stderr *tail) *process {
	r, w := io.Pipe()
	p := &process{cmd: cmd, stderr: stderr, stdout: &firstLine{line: w, rest: stderr}, read: r, done: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = p.stdout, stderr
	cmd.WaitDelay = waitDelay
	cmd.SysProcAttr = processGroup()
	return p
}

// Start starts the process, unless it has been killed already.
func (p *process) Start(context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed {
		return errors.New("killed before it started")
	}
	if err := p.cmd.Start(); err != nil {
		return err
	}
	go func() {
		p.err = p.cmd.Wait()
		p.kill() // children that outlived it
		p.stdout.close()
		close(p.done)
	}()
	return nil
}

// kill kills every process of the group, now and for good.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.killed = true
	if p.cmd.Process != nil {
		// ESRCH, the only error there can be, says that it is done.
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	}
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

// end says how the process ended, such as "exit status 2"; after done.
func (p *process) end() string {
	if p.cmd.ProcessState == nil {
		return fmt.Sprint(p.err)
	}
	return p.cmd.ProcessState.String()
}

// The rest is what go-plugin asks of a runner.

func (p *process) Wait(context.Context) error { <-p.done; return p.err }
func (p *process) Kill(context.Context) error { p.kill(); return nil }
func (p *process) Stdout() io.ReadCloser      { return p.read }
func (p *process) Stderr() io.ReadCloser      { return io.NopCloser(strings.NewReader("")) }
func (p *process) Name() string               { return p.cmd.Path }

func (p *process) ID() string {
	if p.cmd.Process == nil {
		return ""
	}
	return strconv.Itoa(p.cmd.Process.Pid)
}

func (p *process) Diagnose(context.Context) string { return "" }

func (p *process) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// handshakeBytes bounds the line of the handshake.
const handshakeBytes = 4 << 10

// A firstLine passes the first line of standard output on as the handshake and
// everything after it to standard error. A learner that prints must not block,
// whatever it prints.
type firstLine struct {
	mu   sync.Mutex
	seen []byte // without the newline
	full bool
	line *io.PipeWriter
	rest io.Writer
}

func (f *firstLine) Write(b []byte) (int, error) {
	n := len(b)
	if !f.isFull() {
		line, rest, whole := bytes.Cut(b, []byte("\n"))
		f.mu.Lock()
		f.seen = append(f.seen, line[:min(len(line), handshakeBytes-len(f.seen))]...)
		f.full = whole || len(f.seen) == handshakeBytes
		f.mu.Unlock()
		if f.isFull() {
			// Fails when nobody waits for it any more.
			_, _ = f.line.Write(append(f.seen[:len(f.seen):len(f.seen)], '\n'))
		}
		b = rest
	}
	if len(b) > 0 {
		_, _ = f.rest.Write(b)
	}
	return n, nil
}

func (f *firstLine) isFull() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.full
}

// close ends the stream; an unfinished line counts.
func (f *firstLine) close() {
	if f.text() != "" && !f.isFull() {
		_, _ = f.Write([]byte("\n"))
	}
	_ = f.line.Close()
}

func (f *firstLine) text() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return string(f.seen)
}

// environment is what a learner sees of the harness's environment: enough to
// find its programs, the thread pins, a private folder for temporary files, and
// extra. A variable given twice has its last value.
func environment(threads int, tmp string, extra []string) []string {
	env := []string{"TMPDIR=" + tmp, "LANG=C.UTF-8"}
	for _, name := range []string{"PATH", "HOME", "LANG"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	for _, name := range []string{"GOMAXPROCS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
		"BLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"} {
		env = append(env, name+"="+strconv.Itoa(threads))
	}
	return append(env, extra...)
}
