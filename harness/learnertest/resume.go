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

// atEveryStep is a time between two states, in seconds, shorter than any step.
const atEveryStep = 1e-9

// resume is the check "resume". For each resumable setting, and its variants, it interrupts a fit
// again and again. The resumed fit must equal the uninterrupted one.
func (t *attempt) resume() error {
	settings, err := t.settings("is resumable", t.about.Resumable)
	if err != nil {
		return err
	}
	if settings == nil {
		return skip("it declares no resumable fits")
	}
	if t.task == t.usable { // on one task only: there may be many
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

// settings returns the parameters of a declaration such as Resumable, each a JSON object or nothing;
// nil: none. is says what it declares.
func (e *examination) settings(is, when string) (settings [][]byte, err error) {
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
				return nil, fmt.Errorf("it %s when %q, but %s is one of %s", is, when, name,
					strings.Join(p.Enum, ", "))
			default:
				value = strconv.Quote(value)
			}
			settings = append(settings, []byte(object(name, []byte(value))))
		}
		return settings, nil
	}
	return nil,
		fmt.Errorf(
			"it %s when %q, which is neither %q nor name=value of one of its parameters", is,
			when, sp.Always)
}

// resumeWith is resume with one setting.
func (t *attempt) resumeWith(params []byte) error {
	r := t.request()
	// cuts lie within passes, at different places
	r.Params, r.Schedule = params, sp.Schedule{First: 0.4, Factor: 1.7}
	whole := t.fit(t.l, r)
	// some choices exclude each other
	if errors.Is(whole.err, host.ErrUnsupported) || errors.Is(whole.err, sp.ErrParams) {
		return nil
	}
	if whole.err != nil {
		return whole.err
	}
	cut, last, err := t.pieces(r)
	switch {
	case err != nil:
		return fmt.Errorf("a resumed fit: %w", err)
	case last == nil:
		return errors.New("it declares its fits resumable, but saves no state: " +
			"pass the state to Recorder.Resume")
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
	return fmt.Errorf("a resumed fit differs from one in one piece, %s: save everything that "+
		"steps change: the place in the order "+
		"of instances, random numbers, averages and the rest of a stage", diff)
}

// damaged checks that half of a state is refused, or gives the fit of the whole state.
func (t *attempt) damaged(r wire.FitRequest, s *sp.Saved, whole *outcome) error {
	half := *s
	half.State = s.State[:len(s.State)/2]
	r.Resume = &half
	is := t.fit(t.l, r)
	switch {
	case errors.Is(is.err, sp.ErrState):
		return nil
	case is.err != nil:
		return fmt.Errorf("given half of its state it fails without sp.ErrState, so that the "+
			"fit is not started again: %w", is.err)
	}
	if diff := whole.differs(&is); diff != "" {
		return fmt.Errorf("given half of its state it continues with a different fit, %s: "+
			"refuse an incomplete state with sp.ErrState", diff)
	}
	return nil
}

// mostPieces is more than the number of pieces of any fit that makes progress.
const mostPieces = 50

// errCut ends a fit from outside.
var errCut = errors.New("cut short")

// pieces makes a fit in pieces, the first in a process of its own. It returns their common outcome
// and the last state. The first piece ends at its first state. The others end in turn at the first
// state after a checkpoint, and at a checkpoint right after a state, which is then lost.
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
			return o, last,
				fmt.Errorf("it has not ended after %d pieces: it does not resume at its state",
					piece)
		}
		if !errors.Is(err, errCut) {
			break
		}
		if err = nil; p.last != nil { // else it resumes the same state again
			r.Resume = p.last
		}
		if piece == 0 {
			l.Close()
			l, err = t.open(t.train, t.shown)
		}
	}
	if l != nil {
		l.Close() // the fit reports a crash
	}
	return o, last, err
}

// A piecewise is a piece of a fit in progress.
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
