package learnertest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// atEveryStep are the seconds between two states that no step is quicker than.
const atEveryStep = 1e-9

// resume is the check of that name: for each setting that is said to be resumable, and its variants, a fit that is cut short again and
// again, and gone on with, gives what one does that is left alone.
func (t *attempt) resume() error {
	settings, err := t.resumable()
	if err != nil {
		return err
	}
	if settings == nil {
		return skip("it does not say that its fits can be resumed")
	}
	if t.task == t.usable { // on one task, as there may be many
		for _, params := range slices.Clone(settings) {
			settings = append(settings, t.variants(params)...)
		}
	}
	for _, params := range settings {
		if err := t.resumeWith(params); err != nil && params != nil {
			return fmt.Errorf("with %s: %w", params, err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// resumable returns the parameters with which fits are said to be resumable, each a JSON object or nothing; nil: none.
func (e *examination) resumable() (settings [][]byte, err error) {
	when := e.about.Resumable
	switch when {
	case "":
		return nil, nil
	case sp.Always:
		return [][]byte{nil}, nil
	}
	name, values, _ := strings.Cut(when, "=")
	for i := range e.about.Parameters {
		p := &e.about.Parameters[i]
		if p.Name != name {
			continue
		}
		for value := range strings.SplitSeq(values, ",") {
			switch {
			case p.Type != "string":
			case len(p.Enum) > 0 && !slices.Contains(p.Enum, value):
				return nil, fmt.Errorf("it is resumable when %q, but %s is one of %s", when, name, strings.Join(p.Enum, ", "))
			default:
				value = strconv.Quote(value)
			}
			settings = append(settings, []byte(object(name, []byte(value))))
		}
		return settings, nil
	}
	return nil, fmt.Errorf("it is resumable when %q, which is neither %q nor name=value of one of its parameters", when, sp.Always)
}

// resumeWith is resume with one setting.
func (t *attempt) resumeWith(params []byte) error {
	r := t.request()
	r.Params, r.Schedule = params, sp.Schedule{First: 0.4, Factor: 1.7} // cuts lie within passes, and at other places of each
	whole := t.fit(t.l, r)
	if errors.Is(whole.err, host.ErrUnsupported) || errors.Is(whole.err, sp.ErrParams) { // not all choices go together
		return nil
	}
	if whole.err != nil {
		return whole.err
	}
	cut, last, err := t.pieces(r)
	switch {
	case err != nil:
		return fmt.Errorf("a fit that is cut short and gone on with: %w", err)
	case last == nil:
		return errors.New("it says that it can be resumed, but hands over no state: give it to Recorder.Resume")
	}
	diff := whole.differs(cut)
	switch {
	case diff != "":
	case whole.End != cut.End:
		diff = fmt.Sprintf("it ends by %q, by %q before", cut.End, whole.End)
	case !slices.Equal(whole.Warnings, cut.Warnings):
		diff = fmt.Sprintf("warnings %q, %q before", cut.Warnings, whole.Warnings)
	case !reflect.DeepEqual(whole.Dual, cut.Dual):
		diff = "it has other dual variables than before"
	default:
		return t.damaged(r, last, &whole)
	}
	return fmt.Errorf("a fit that is cut short and gone on with is another one, %s: save all that steps change, the place in the order "+
		"of instances, random numbers, averages and what is left of a stage", diff)
}

// damaged checks that a state of which the end is missing is refused, or made the fit that it is of in spite of it.
func (t *attempt) damaged(r wire.FitRequest, s *sp.Saved, whole *outcome) error {
	half := *s
	half.State = s.State[:len(s.State)/2]
	r.Resume = &half
	is := t.fit(t.l, r)
	switch {
	case errors.Is(is.err, sp.ErrState):
		return nil
	case is.err != nil:
		return fmt.Errorf("given half of its state it fails otherwise than by sp.ErrState, upon which its fit would begin anew: %w", is.err)
	}
	if diff := whole.differs(&is); diff != "" {
		return fmt.Errorf("given half of its state it goes on, and its fit is another one, %s: what it cannot read in full it must refuse, with sp.ErrState", diff)
	}
	return nil
}

// mostPieces is far more than a fit has where each piece goes on with the one before.
const mostPieces = 50

// errCut ends a fit from outside.
var errCut = errors.New("cut short")

// pieces makes a fit in pieces, the first in a process of its own, and returns what came of them together, and the
// last state on the way. The first piece ends at its first state, the others in turn at the first state after a
// checkpoint, and at a checkpoint that comes right after a state, which is then lost.
func (t *attempt) pieces(r wire.FitRequest) (o *outcome, last *sp.Saved, err error) {
	o = &outcome{}
	r.SaveSeconds = atEveryStep
	l, err := t.open(t.train, t.shown)
	for piece := 0; err == nil; piece++ {
		p := piecewise{outcome: o, first: piece == 0, loses: piece%2 == 1}
		o.Fitted, err = t.piece(l, r, &p)
		if p.last != nil {
			last = p.last
		}
		if piece == mostPieces {
			return o, last, fmt.Errorf("it is not through after %d pieces, it does not go on where it was", piece)
		}
		if !errors.Is(err, errCut) {
			break
		}
		if err = nil; p.last != nil { // else it goes on where it did before
			r.Resume = p.last
		}
		if piece == 0 {
			l.Close()
			l, err = t.open(t.train, t.shown)
		}
	}
	if l != nil {
		l.Close() // a crash is met by the fit
	}
	return o, last, err
}

// A piecewise is one piece of a fit under way.
type piecewise struct {
	*outcome
	first, loses bool
	moved        bool // there was a checkpoint
	last         *sp.Saved
}

func (t *attempt) piece(l *host.Learner, r wire.FitRequest, p *piecewise) (host.Fitted, error) {
	ctx, cancel := t.patient()
	defer cancel()
	f, err := l.FitWith(ctx, r, host.Listener{Checkpoint: p.checkpoint, Saved: p.saved})
	if errors.Is(err, errCut) {
		return f, err
	}
	return f, t.met(err)
}

func (p *piecewise) checkpoint(c sp.Stamped) error {
	if p.loses && p.last != nil && p.last.Counts == c.Counts {
		return errCut
	}
	p.points, p.moved = append(p.points, c), true
	return nil
}

func (p *piecewise) saved(s sp.Saved) error {
	p.last = &s
	if p.first || p.moved && !p.loses {
		return errCut
	}
	return nil
}
