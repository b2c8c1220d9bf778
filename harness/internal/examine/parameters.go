package examine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A mistake is a set of parameters that the schema does not allow.
type mistake struct {
	what, of string // the mistake, and the parameter to be named by the error
	json     string
}

// parameters is the law "parameters".
func (t *trial) parameters() error {
	if t.consistent() != nil {
		return skip("its description contradicts itself")
	}
	l, err := t.open(1, t.train, t.shown)
	if err != nil {
		return err
	}
	defer l.Close() // the call reports a crash
	for _, m := range t.mistakes() {
		err := t.start(l, m.json)
		switch {
		case err == nil:
			return fmt.Errorf("%s is accepted: %s; refuse it with INVALID_ARGUMENT before the fit",
				m.what, m.json)
		case !errors.Is(err, sp.ErrParams):
			return fmt.Errorf("%s, %s, is refused, but not as INVALID_ARGUMENT: %w", m.what, m.json,
				err)
		case !strings.Contains(err.Error(), m.of):
			return fmt.Errorf("%s, %s, is refused without the name of the parameter: %w", m.what,
				m.json, err)
		}
	}
	for _, p := range t.about.Parameters {
		if p.When != "" {
			continue
		}
		own := string(setting{p.Name: p.Default}.json())
		if err := t.start(l, own); errors.Is(err, sp.ErrParams) {
			return fmt.Errorf("its own default %s is refused: %w", own, err)
		}
	}
	return nil
}

// start begins a fit with parameters and ends it at the first checkpoint.
func (t *trial) start(l *host.Learner, params string) error {
	ctx, cancel := t.patient()
	defer cancel()
	r := t.request()
	r.Params, r.Budget = []byte(params), sp.Budget{Passes: 1}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	begun := errors.New("a fit began")
	_, err := l.Fit(ctx, r, func(sp.Stamped) error { stop(begun); return nil })
	if errors.Is(err, begun) || errors.Is(err, host.ErrFailed) {
		return nil // a pass may be too short for a checkpoint
	}
	return t.met(err)
}

// mistakes returns mistakes of all kinds that the schema can detect.
func (e *examination) mistakes() []mistake {
	const unknown = "no_such_parameter"
	list := []mistake{{"an unknown parameter", unknown, `{"` + unknown + `":1}`},
		{"a list for an object", "", "[]"}}
	for i := range e.about.Parameters {
		p := &e.about.Parameters[i]
		add := func(applies bool, what, value string) {
			if applies {
				list = append(list, mistake{what, p.Name, string(e.with(p, value).json())})
			}
		}
		add(p.Type == "string", "a number for a string", "1")
		add(p.Type != "string" && p.Type != "", "a string for a "+p.Type, `"much"`)
		add(p.Type == "integer", "a fraction for an integer", "0.5")
		add(len(p.Enum) > 0, "a value that is not in the enum", `"no such value"`)
		for _, v := range []float64{-1e9, -1, 0, 1, 1e9} {
			add(!p.Within(v), "a value outside the range "+p.Range,
				strconv.FormatFloat(v, 'f', -1, 64))
		}
	}
	return list
}

// with returns parameters that set p, and the parameter on which p depends.
func (e *examination) with(p *param.Parameter, value string) setting {
	set := setting(nil).with(p.Name, value)
	if of, values := e.condition(p.When); of != nil {
		set = set.with(of.Name, values[0])
	}
	return set
}
