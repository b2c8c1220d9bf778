package learnertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/sp"
)

// empty is the check "empty".
func (e *examination) empty() error {
	t := e.usable
	if t == nil {
		return skip("it can do no task")
	}
	l, err := e.open([]sp.Instance{}, t.shown)
	if err != nil {
		return fmt.Errorf("no training instances are handed over: %w", err)
	}
	defer l.Close() // the call reports a crash
	o := e.fit(l, t.request())
	if o.err == nil {
		return errors.New("a fit to no instances ends well: return an error")
	}
	if !errors.Is(o.err, host.ErrFailed) && !errors.Is(o.err, host.ErrUnsupported) &&
		!errors.Is(o.err, sp.ErrParams) {
		return fmt.Errorf("a fit to no instances must end with an error returned by the learner: %w", o.err)
	}
	if err := e.load(l, t.train, t.shown); err != nil {
		return fmt.Errorf("after a fit to no instances: %w", err)
	}
	if o := e.fit(l, t.request()); o.err != nil {
		return fmt.Errorf("a fit after one to no instances: %w", o.err)
	}
	return nil
}

// support is the check "support".
func (e *examination) support() error {
	switch {
	case len(e.refused) < len(e.tasks):
		return nil
	case inexact(e.Oracle):
		return skip("it refuses every task with this oracle, as a learner that needs an exact " +
			"oracle must; the first error: " + reason(e.refused[0]))
	}
	return fmt.Errorf("it refuses every task; the first error: %w", e.refused[0])
}

// leftoverPatience is the time for the kernel to end killed processes.
const leftoverPatience = 3 * time.Second

// leftovers is the check "leftovers". It finds processes by a variable of their environment,
// inherited by their children.
func (e *examination) leftovers() error {
	if !canFind {
		return skip("finding processes needs /proc")
	}
	left := marked(e.mark)
	ctx, cancel := host.WithTimeout(context.WithoutCancel(e.ctx), leftoverPatience)
	defer cancel()
	for ; len(left) > 0 && ctx.Err() == nil; left = marked(e.mark) {
		time.Sleep(10 * time.Millisecond)
	}
	if len(left) > 0 {
		var list []string
		for _, p := range left {
			list = append(list, fmt.Sprintf("%d (%s)", p.pid, p.command))
			p.kill()
		}
		return fmt.Errorf("processes that it started lived on after its end (now killed): %s; "+
			"leave children in its process group, with its TMPDIR", strings.Join(list, ", "))
	}
	for _, dir := range e.folders {
		if _, err := os.Stat(dir); err == nil {
			return fmt.Errorf("the folder of its socket, %s, is still there", dir)
		}
	}
	return nil
}
