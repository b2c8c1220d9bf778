package learnertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A wrong is a set of parameters that the schema does not allow.
type wrong struct {
	what, of string // the mistake, and the parameter to be named by the error
	json     string
}

// parameters is the check "parameters".
func (e *examination) parameters() error {
	switch {
	case e.usable == nil:
		return skip("it can do no task")
	case consistent(&e.about) != nil:
		return skip("its description contradicts itself")
	}
	l, err := e.open(e.usable.train, e.usable.shown)
	if err != nil {
		return err
	}
	defer l.Close() // the call reports a crash
	for _, w := range e.wrongs() {
		err := e.start(l, w.json)
		switch {
		case err == nil:
			return fmt.Errorf("%s is accepted: %s; refuse it with INVALID_ARGUMENT before the fit",
				w.what, w.json)
		case !errors.Is(err, sp.ErrParams):
			return fmt.Errorf("%s, %s, is refused, but not as INVALID_ARGUMENT: %w", w.what, w.json,
				err)
		case !strings.Contains(err.Error(), w.of):
			return fmt.Errorf("%s, %s, is refused without the name of the parameter: %w", w.what,
				w.json, err)
		}
	}
	for _, p := range e.about.Parameters {
		if p.When != "" {
			continue
		}
		own := object(p.Name, p.Default)
		if err := e.start(l, own); errors.Is(err, sp.ErrParams) {
			return fmt.Errorf("its own default %s is refused: %w", own, err)
		}
	}
	return nil
}

// start begins a fit with parameters and ends it at the first checkpoint.
func (e *examination) start(l *host.Learner, params string) error {
	ctx, cancel := e.patient()
	defer cancel()
	r := e.usable.request()
	r.Params, r.Budget = []byte(params), sp.Budget{Passes: 1}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	begun := errors.New("a fit began")
	_, err := l.Fit(ctx, r, func(sp.Stamped) error { stop(begun); return nil })
	if errors.Is(err, begun) || errors.Is(err, host.ErrFailed) {
		return nil // a pass may be too short for a checkpoint
	}
	return e.met(err)
}

// wrongs returns mistakes of all kinds that the schema can detect.
func (e *examination) wrongs() []wrong {
	const unknown = "no_such_parameter"
	list := []wrong{{"an unknown parameter", unknown, object(unknown, []byte("1"))},
		{"a list for an object", "", "[]"}}
	for i := range e.about.Parameters {
		p := &e.about.Parameters[i]
		add := func(what, value string) {
			list = append(list, wrong{what, p.Name, e.with(p, value)})
		}
		if p.Type == "string" {
			add("a number for a string", "1")
		} else {
			add("a string for a "+p.Type, `"much"`)
		}
		if p.Type == "integer" {
			add("a fraction for an integer", "0.5")
		}
		if len(p.Enum) > 0 {
			add("a value that is not in the enum", `"no such value"`)
		}
		if p.Range != "" {
			below, above, _ := outside(p.Range) // the handshake check reports errors
			if !math.IsInf(below, 0) {
				add("a value below the range "+p.Range, number(below))
			}
			if !math.IsInf(above, 0) {
				add("a value above the range "+p.Range, number(above))
			}
		}
	}
	return list
}

// with returns parameters that set p, and the parameters on which p depends.
func (e *examination) with(p *param.Parameter, value string) string {
	of, values, _ := strings.Cut(p.When, "=")
	is, _, _ := strings.Cut(values, ",")
	for _, q := range e.about.Parameters {
		if p.When == "" || q.Name != of {
			continue
		}
		if q.Type == "string" {
			is = strconv.Quote(is)
		}
		return fmt.Sprintf("{%q: %s, %q: %s}", q.Name, is, p.Name, value)
	}
	return object(p.Name, []byte(value))
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func object(name string, value json.RawMessage) string {
	return fmt.Sprintf("{%q: %s}", name,
		value)
}

// outside returns numbers just outside an interval such as "(0,inf)"; infinite without a bound.
func outside(interval string) (below, above float64, err error) {
	bad := fmt.Errorf("its range is %q, want an interval such as (0,inf) or [0,1]", interval)
	n := len(interval)
	if n < 2 || !strings.ContainsRune("([", rune(interval[0])) ||
		!strings.ContainsRune(")]", rune(interval[n-1])) {
		return 0, 0, bad
	}
	lo, hi, ok := strings.Cut(interval[1:n-1], ",")
	below, errLo := strconv.ParseFloat(strings.TrimSpace(lo), 64)
	above, errHi := strconv.ParseFloat(strings.TrimSpace(hi), 64)
	if !ok || errLo != nil || errHi != nil {
		return 0, 0, bad
	}
	if interval[0] == '[' {
		below--
	}
	if interval[n-1] == ']' {
		above++
	}
	return below, above, nil
}
