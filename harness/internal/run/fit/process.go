package fit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
)

// timeout returns a context for one call, which ends at the limit of seconds of the fit.
func (a *attempt) timeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return a.timeoutAfter(ctx, 0)
}

// timeoutAfter is timeout for a call that resumes one of so many seconds.
func (a *attempt) timeoutAfter(
	ctx context.Context, seconds float64,
) (context.Context, context.CancelFunc) {
	limit, byDefault := a.Timeout()
	left := limit - time.Duration(min(seconds, limit.Seconds())*1e9)
	more := ""
	if byDefault {
		more = ", the default: limits: {seconds: …} in the suite sets another"
	}
	return host.WithLimit(
		ctx, left, fmt.Errorf("not finished within the limit of %v%s: %w", limit, more, host.ErrTimeout),
	)
}

// start starts the learner.
func (a *attempt) start(ctx context.Context) (*host.Learner, error) {
	options := a.Fit.Plan.HostOn(a.Dataset)
	options.Stderr = a.log
	return host.Open(ctx, a.Program.Source, options)
}

// withLearner starts the learner, loads the training instances, calls use, and ends the learner.
func (a *attempt) withLearner(
	ctx context.Context, instances *plan.Instances, use func(*score.Predictor) error,
) (err error) {
	l, err := a.start(ctx)
	if err != nil {
		return err
	}
	defer func() {
		err = score.Close(l, err)
		all := &a.rec.Times.Suspicions
		if a.used = l.Usage(); a.used.Hidden {
			*all = append(*all, "a process of it hid its memory use from the limit")
		}
		if b := a.Budget().CPUSeconds; b > 0 && a.used.Beside > 1.1*b+1 {
			*all = append(*all,
				"outside of its fit, as in predictions, it used more CPU seconds than the budget has")
		}
		if err != nil && ctx.Err() == nil && OutcomeOf(err).Kind == record.Crash {
			err = cmp.Or(confine.CheckTempFolder(), err)
		}
		if err == nil {
			err = a.Program.Source.Check()
		}
	}()
	names, err := instances.Names(a.Fit)
	if err != nil {
		return err
	}
	l.SetNames(names)
	if err := score.Load(ctx, l, host.Train, instances.Training(), a.timeout); err != nil {
		return err
	}
	p := score.Predictor{
		Learner:   l,
		Instances: instances,
		Names:     names,
		Seed:      a.Seed.Split,
		LabelsOnly: !a.Marginals && !slices.ContainsFunc(a.Dataset.Metrics, func(m metric.Metric) bool {
			return m.Needs == metric.Marginals || m.Needs == metric.Atoms
		}),
		Timeout: a.timeout,
		Start:   a.start,
	}
	defer func() { err = score.Close(p.Learner, err) }() // another process, after revealed labels
	return use(&p)
}

func usage(u host.Usage) record.Usage {
	r := record.Usage{
		CPU:     record.Number(u.CPU.Seconds()),
		Memory:  record.Number(math.NaN()),
		By:      u.By,
		Sandbox: u.Sandbox,
	}
	if u.Memory > 0 {
		r.Memory = record.Number(u.Memory)
	}
	return r
}

func clock(wall, cpu float64) record.Clock {
	return record.Clock{Wall: record.Number(wall), CPU: record.Number(cpu)}
}
