package plan

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/param"
)

// A Learner is a learner of the suite: its program and description, or the reason why it could not
// be asked.
type Learner struct {
	Source find.Source
	About  wire.Description
	Err    error
}

// Describe finds the learner called name, starts it and asks what it can do. This is outside of a
// suite, and so without the sandbox and paths of one.
func Describe(ctx context.Context, name string, o Options) (wire.Description, error) {
	source, err := o.FindLearner(name)
	if err != nil {
		return wire.Description{}, err
	}
	about, err := ask(ctx, source, host.Options{})
	if errors.Is(err, host.ErrStart) {
		err = fmt.Errorf(
			"%w\n\tno suite says here what it may read: `spbench check -path` tries it with more", err,
		)
	}
	return about, err
}

// FindLearner finds the program of the learner called name, without asking it.
func (o *Options) FindLearner(name string) (find.Source, error) {
	return find.Learner(name, find.Options{
		PluginPath: o.PluginPath,
		Base:       o.SuiteDir,
		Log:        func(line string) { o.note("%s", line) },
	})
}

func ask(ctx context.Context, source find.Source, o host.Options) (wire.Description, error) {
	l, err := host.Open(ctx, source, o)
	if err != nil {
		return wire.Description{}, err
	}
	return l.Describe(), l.Close()
}

// findLearners finds every learner of the suite that can run in its sandbox, by name. It asks them,
// one per processor at a time.
func findLearners(
	ctx context.Context, s *suite.Suite, run host.Options, o *Options,
) (map[string]*Learner, error) {
	learners := map[string]*Learner{}
	var found []*Learner
	for i := range s.Learners {
		spec := &s.Learners[i]
		if learners[spec.Name] != nil {
			continue
		}
		source, err := o.FindLearner(spec.Name)
		if errors.Is(err, host.ErrHost) {
			return nil, fmt.Errorf("plan: %w", err)
		}
		if err == nil {
			_, err = run.Sandbox.Policy(source)
		}
		if err != nil {
			return nil, s.ErrorAt(spec.Pos, err)
		}
		l := &Learner{Source: source}
		learners[spec.Name], found = l, append(found, l)
	}
	_ = record.Parallel(len(found), 1, func(i, _ int) error {
		l := found[i]
		l.About, l.Err = ask(ctx, l.Source, run)
		return nil
	})
	for _, l := range found {
		switch {
		case ctx.Err() != nil:
			return nil, fmt.Errorf("plan: %w", context.Cause(ctx))
		case errors.Is(l.Err, host.ErrHost):
			return nil, fmt.Errorf("plan: %w", l.Err)
		case l.Err != nil:
			o.note("%v", l.Err)
		}
	}
	return learners, nil
}

// hostOptions returns how learners of a suite with these limits are run.
func hostOptions(l suite.Limits, b confine.Sandbox, o *Options) host.Options {
	return host.Options{
		Threads: l.Threads, Memory: l.Memory, Processes: l.Processes, Files: l.Files,
		Timeout: o.Start, Grace: o.Grace, Sandbox: b,
	}
}

// Decoders describes the shared decoders, and the choice among decoders by tuning.
func Decoders() []param.Entry {
	return append(decode.Entries(), param.Entry{Name: suite.Best, Params: []param.Parameter{},
		Doc: "of the decoders before it, the one with the best validation score in tuning"})
}

// catalogue lists the names that the suite may use: the built-in ones and those of its learners.
func catalogue(learners map[string]*Learner) suite.Catalogue {
	c := suite.Catalogue{
		"feature map": feature.Entries(), "loss": loss.Entries(), "metric": metric.Entries(),
		"decoder": Decoders(), "oracle": oracle.Entries(),
	}
	for _, d := range data.Names() {
		e := param.Entry{Name: d.Name, Accept: d.Accept}
		if d.Accept == nil {
			e.Params = append([]param.Parameter{}, d.Params...)
		}
		c["dataset"] = append(c["dataset"], e)
	}
	for _, name := range slices.Sorted(maps.Keys(learners)) {
		c["learner"] = append(c["learner"], learners[name].Entry(name))
	}
	return c
}

// Entry describes the learner to the suite. A learner that did not start accepts any parameters.
func (l *Learner) Entry(name string) param.Entry {
	if l.Err != nil {
		return param.Entry{Name: name, Accept: func([]byte) error { return nil }}
	}
	e := param.Entry{Name: name, Params: append([]param.Parameter{}, l.About.Parameters...)}
	for _, d := range l.About.Decoders {
		if _, shared := decode.Lookup(d.Name); !shared {
			e.Decoders = append(e.Decoders, param.Entry{Name: d.Name, Params: d.Parameters})
		}
	}
	return e
}
