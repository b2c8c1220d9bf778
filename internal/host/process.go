package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
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
	limit  *limit // of memory
	mark   string // the setting in the environment that tells its processes from all others
	born   int64  // when the leader started, by the clock of birth
	stderr *tail
	stdout *handshake
	read   *io.PipeReader // the handshake, for go-plugin
	done   chan struct{}  // closed when the leader is reaped
	err    error          // of Wait; after done

	mu     sync.Mutex // orders Start and kill
	killed bool
}

func newProcess(cmd *exec.Cmd, memory *limit, stderr *tail) *process {
	r, w := io.Pipe()
	p := &process{cmd: cmd, limit: memory, stderr: stderr, stdout: &handshake{line: w, rest: stderr}, read: r, done: make(chan struct{})}
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
	p.born = birth(p.cmd.Process.Pid)
	held := p.limit.hold(p.cmd.Process.Pid)
	if held != nil {
		p.signal(syscall.SIGKILL)
	}
	go func() {
		p.err = p.cmd.Wait()
		p.kill() // children that outlived it
		p.stdout.close()
		close(p.done)
	}()
	return held
}

// kill kills every process of the group, now and for good.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.killed = true
	p.signal(syscall.SIGKILL)
}

// signal signals every process of the group; p.mu is held.
func (p *process) signal(s syscall.Signal) {
	if p.cmd.Process != nil {
		// ESRCH, the only error there can be, says that it is done.
		_ = syscall.Kill(-p.cmd.Process.Pid, s)
	}
}

// terminate asks the group to end, and gives its leader the time.
func (p *process) terminate(grace time.Duration) {
	p.mu.Lock()
	p.signal(syscall.SIGTERM)
	p.mu.Unlock()
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

// end says how the process ended, such as "exit status 2"; after done.
func (p *process) end() string {
	if p.cmd.ProcessState == nil {
		return fmt.Sprint(p.err)
	}
	return p.cmd.ProcessState.String()
}

// cpu returns what the process and the children it waited for computed; after done.
func (p *process) cpu() time.Duration {
	if p.cmd.ProcessState == nil {
		return 0
	}
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
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

// handshakeBytes bounds a line of standard output before the handshake.
const handshakeBytes = 4 << 10

// A handshake passes the line of the handshake on and everything else that
// comes on standard output, before it or after, to standard error. A learner that
// prints must not block, whatever it prints.
type handshake struct {
	mu    sync.Mutex
	seen  []byte // of the line under way; in the end, the handshake
	noise string // the first line that was none
	over  bool   // it was passed on, or is not to be expected any more
	line  *io.PipeWriter
	rest  io.Writer
}

func (h *handshake) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 && !h.isOver() {
		b = h.take(b)
	}
	if len(b) > 0 {
		_, _ = h.rest.Write(b)
	}
	return n, nil
}

// take reads on in the line under way and returns what follows it.
func (h *handshake) take(b []byte) (rest []byte) {
	line, rest, whole := bytes.Cut(b, []byte("\n"))
	h.mu.Lock()
	h.seen = append(h.seen, line[:min(len(line), handshakeBytes-len(h.seen))]...)
	h.over = len(h.seen) == handshakeBytes || whole && handshakeForm.Match(h.seen)
	seen, over := append(h.seen[:len(h.seen):len(h.seen)], '\n'), h.over
	if whole && !over {
		if h.noise == "" {
			h.noise = string(h.seen)
		}
		h.seen = h.seen[:0]
	}
	h.mu.Unlock()
	switch {
	case over:
		// Fails when nobody waits for it any more.
		_, _ = h.line.Write(seen)
	case whole:
		_, _ = h.rest.Write(seen)
	}
	return rest
}

// handshakeForm is how the line of a handshake starts: the versions of go-plugin
// and of the protocol, and the network.
var handshakeForm = regexp.MustCompile(`^\d+\|\d+\|(unix|tcp)\|`)

func (h *handshake) isOver() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.over
}

// close ends the stream; an unfinished line counts.
func (h *handshake) close() {
	if !h.isOver() {
		_, _ = h.Write([]byte("\n"))
	}
	_ = h.line.Close()
}

// text returns the handshake or, as long as there is none, what came instead.
func (h *handshake) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.over && h.noise != "" {
		return h.noise
	}
	return string(h.seen)
}

// environment is what a learner sees of the harness's environment: enough to
// find its programs, the pins of threads and memory, a private folder for temporary files, and
// extra. A variable given twice has its last value.
func environment(threads int, memory int64, tmp string, extra []string) []string {
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
	if memory > 0 {
		// Garbage is collected harder near the limit, rather than be the death of it.
		env = append(env, "GOMEMLIMIT="+strconv.FormatInt(memory/10*9, 10))
	}
	return append(env, extra...)
}
