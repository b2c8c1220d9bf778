package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/wire"
)

// A learner is one of the suite's learners: where it is and what it says of
// itself, or why it could not be asked.
type learner struct {
	source find.Source
	about  wire.Description
	err    error
}

// Describe finds the learner called name, starts it and asks what it can do.
func Describe(ctx context.Context, name string, o Options) (wire.Description, error) {
	source, err := find.Learner(name, o.find())
	if err != nil {
		return wire.Description{}, err
	}
	return askAlone(ctx, source)
}

// askAlone is ask for no suite, whose sandbox and paths it has not.
func askAlone(ctx context.Context, source find.Source) (wire.Description, error) {
	about, err := ask(ctx, source, host.Options{})
	if errors.Is(err, host.ErrStart) {
		err = fmt.Errorf("%w\n\tno suite says here what it may read: `spbench check -path` tries it with more", err)
	}
	return about, err
}

func (o *Options) find() find.Options {
	return find.Options{PluginPath: o.PluginPath, Base: o.SuiteDir, Pins: o.Pins, Log: func(line string) { o.note("%s", line) }}
}

func ask(ctx context.Context, source find.Source, o host.Options) (wire.Description, error) {
	l, err := host.Open(ctx, source, o)
	if err != nil {
		return wire.Description{}, err
	}
	return l.Describe(), l.Close()
}

// describe finds every learner that the suite names and asks them, as many at a time as there are processors.
func (p *Plan) describe(ctx context.Context, o *Options) error {
	var found []*learner
	for i := range p.Suite.Learners {
		spec := &p.Suite.Learners[i]
		if p.learners[spec.Name] != nil {
			continue
		}
		source, err := find.Learner(spec.Name, o.find())
		if errors.Is(err, host.ErrHost) {
			return fmt.Errorf("bench: plan: %w", err)
		} else if err != nil {
			return p.Suite.ErrorAt(spec.Pos, err)
		}
		if _, err := p.sandbox.Policy(source); err != nil {
			return p.Suite.ErrorAt(spec.Pos, err)
		}
		l := &learner{source: source}
		p.learners[spec.Name], found = l, append(found, l)
	}
	_ = record.Parallel(len(found), 1, func(i, _ int) error {
		l := found[i]
		l.about, l.err = ask(ctx, l.source, p.options(nil))
		return nil
	})
	for _, l := range found {
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("bench: plan: %w", context.Cause(ctx))
		case errors.Is(l.err, host.ErrHost):
			return fmt.Errorf("bench: plan: %w", l.err)
		}
		if l.err != nil {
			o.note("%v", l.err)
		}
	}
	return nil
}
