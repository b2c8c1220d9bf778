package examine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/proc"
	"github.com/spbench/spbench/harness/sp"
)

// empty is the law "empty".
func (t *trial) empty() error {
	l, err := t.open(1, []sp.Instance{}, t.shown)
	if err != nil {
		return fmt.Errorf("no training instances are handed over: %w", err)
	}
	defer l.Close() // the call reports a crash
	o := t.fit(l, t.request())
	if o.err == nil {
		return errors.New("a fit to no instances ends well: return an error")
	}
	if !errors.Is(o.err, host.ErrFailed) && !errors.Is(o.err, host.ErrUnsupported) &&
		!errors.Is(o.err, sp.ErrParams) {
		return fmt.Errorf("a fit to no instances must end with an error returned by the learner: %w",
			o.err)
	}
	if err := t.load(l, t.train, t.shown); err != nil {
		return fmt.Errorf("after a fit to no instances: %w", err)
	}
	if o := t.fit(l, t.request()); o.err != nil {
		return fmt.Errorf("a fit after one to no instances: %w", o.err)
	}
	return nil
}

// support is the law "support".
func (t *trial) support() error {
	switch {
	case len(t.refused) < len(t.tasks):
		return nil
	case inexact(t.Oracle):
		return skip("it refuses every task with this oracle, as a learner that needs an exact " +
			"oracle must; the first error: " + reason(t.refused[0]))
	}
	return fmt.Errorf("it refuses every task; the first error: %w", t.refused[0])
}

// leftoverPatience is the time for the kernel to end killed processes.
const leftoverPatience = 3 * time.Second

// leftovers is the name of a law. It also holds for a learner that does not start.
const leftovers = "leftovers"

// marked returns the processes of the learner that live. They have a variable in their environment,
// and so have their children.
func (e *examination) marked() []int { return proc.Marked(Marker + "=" + e.mark) }

// temporary returns the private folders of processes for temporary files.
func temporary(pids []int) (folders []string) {
	for _, pid := range pids {
		for _, v := range fieldsOf(pid, "environ") {
			if dir, ok := strings.CutPrefix(v, "TMPDIR="); ok {
				folders = append(folders, dir)
			}
		}
	}
	return folders
}

// fieldsOf returns the fields of a file about a process.
func fieldsOf(pid int, file string) []string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file)) // it may have ended
	return strings.Split(string(text), "\x00")
}

// leftovers is the law "leftovers".
func (t *trial) leftovers() error {
	if runtime.GOOS != "linux" {
		return skip("finding processes needs /proc")
	}
	left := t.marked()
	ctx, cancel := host.WithTimeout(context.WithoutCancel(t.ctx), leftoverPatience)
	defer cancel()
	for ; len(left) > 0 && ctx.Err() == nil; left = t.marked() {
		time.Sleep(10 * time.Millisecond)
	}
	if len(left) > 0 {
		var list []string
		for _, pid := range left {
			list = append(list, fmt.Sprintf("%d (%s)", pid,
				strings.TrimSpace(strings.Join(fieldsOf(pid, "cmdline"), " "))))
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by itself
		}
		return fmt.Errorf("processes that it started lived on after its end (now killed): %s; "+
			"leave children in its process group, with its TMPDIR", strings.Join(list, ", "))
	}
	for _, dir := range t.folders {
		if _, err := os.Stat(dir); err == nil {
			return fmt.Errorf("the folder of its socket, %s, is still there", dir)
		}
	}
	return nil
}
