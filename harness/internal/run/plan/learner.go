package plan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
)

// A Learner is a learner of the suite: its program and description, or the reason why it could not
// be asked.
type Learner struct {
	Source find.Source
	About  wire.Description
	Err    error
}

// Describe finds the learner called name, starts it and asks what it can do.
func Describe(ctx context.Context, name string, o Options) (wire.Description, error) {
	source, err := find.Learner(name, o.find())
	if err != nil {
		return wire.Description{}, err
	}
	return askAlone(ctx, source)
}

// askAlone asks a learner outside of a suite, and so without the sandbox and paths of one.
func askAlone(ctx context.Context, source find.Source) (wire.Description, error) {
	about, err := ask(ctx, source, host.Options{})
	if errors.Is(err, host.ErrStart) {
		err = fmt.Errorf(
			"%w\n\tno suite says here what it may read: `spbench check -path` tries it with more", err,
		)
	}
	return about, err
}

func (o *Options) find() find.Options {
	return find.Options{
		PluginPath: o.PluginPath,
		Base:       o.SuiteDir,
		Pins:       o.Pins,
		Log:        func(line string) { o.note("%s", line) },
	}
}

func ask(ctx context.Context, source find.Source, o host.Options) (wire.Description, error) {
	l, err := host.Open(ctx, source, o)
	if err != nil {
		return wire.Description{}, err
	}
	return l.Describe(), l.Close()
}

// findLearners finds every learner of the suite and asks them, one per processor at a time.
func (p *Plan) findLearners(ctx context.Context, o *Options) error {
	var found []*Learner
	for i := range p.Suite.Learners {
		spec := &p.Suite.Learners[i]
		if p.Learners[spec.Name] != nil {
			continue
		}
		l, err := p.findLearner(spec, o)
		if err != nil {
			return err
		}
		p.Learners[spec.Name], found = l, append(found, l)
	}
	_ = record.Parallel(len(found), 1, func(i, _ int) error {
		l := found[i]
		l.About, l.Err = ask(ctx, l.Source, p.HostOptions(nil))
		return nil
	})
	for _, l := range found {
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("plan: %w", context.Cause(ctx))
		case errors.Is(l.Err, host.ErrHost):
			return fmt.Errorf("plan: %w", l.Err)
		case l.Err != nil:
			o.note("%v", l.Err)
		}
	}
	return nil
}

// HostOptions returns how learners of the suite are run. They print to log.
func (p *Plan) HostOptions(log io.Writer) host.Options {
	l := p.Suite.Limits
	return host.Options{
		Stderr: log, Threads: l.Threads, Memory: l.Memory, Processes: l.Processes, Files: l.Files,
		Timeout: p.start, Grace: p.grace, Sandbox: p.Sandbox,
	}
}

// findLearner finds a learner that can run in the sandbox of the suite.
func (p *Plan) findLearner(spec *suite.Learner, o *Options) (*Learner, error) {
	source, err := find.Learner(spec.Name, o.find())
	switch {
	case errors.Is(err, host.ErrHost):
		return nil, fmt.Errorf("plan: %w", err)
	case err != nil:
		return nil, p.Suite.ErrorAt(spec.Pos, err)
	}
	if _, err := p.Sandbox.Policy(source); err != nil {
		return nil, p.Suite.ErrorAt(spec.Pos, err)
	}
	return &Learner{Source: source}, nil
}

// Pin copies the programs of the plan's learners into a folder; see [find.Pin].
func (p *Plan) Pin(dir string) error {
	var sources []find.Source
	for _, name := range slices.Sorted(maps.Keys(p.Learners)) {
		sources = append(sources, p.Learners[name].Source)
	}
	return find.Pin(dir, sources)
}
