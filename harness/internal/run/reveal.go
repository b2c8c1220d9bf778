package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// maxRounds bounds the rounds of forests, each of which is shown to a process of its own.
const maxRounds = 50

// rounds returns the test set as a decoder with that protocol is shown it: once, or
// once for each part or forest of the variables that is hidden while all others are shown.
func (p *parts) rounds(r suite.Reveal, seed uint64) ([][]sp.Instance, error) {
	switch {
	case r.Parts > 0:
		return p.divided(r.Parts, seed), nil
	case r.Forests != "":
		return p.covered(partition.Growth(r.Forests), seed)
	case r.Share == 0:
		return [][]sp.Instance{p.test}, nil
	}
	shown := slices.Clone(p.test)
	for i := range shown {
		shown[i].Gold = p.gold[i]
		var err error
		if shown[i], err = prepare.Reveal(shown[i], r.Share, seed); err != nil {
			return nil, fmt.Errorf("bench: test set: %w", err)
		}
	}
	return [][]sp.Instance{shown}, nil
}

// divided returns a round for each part; of an instance with fewer variables than
// parts some rounds show everything.
func (p *parts) divided(parts int, seed uint64) [][]sp.Instance {
	return p.inTurn(parts, func(x *sp.Instance) func(r, d int) bool {
		part := prepare.Divide(x, parts, seed)
		return func(r, d int) bool { return part[d] == r }
	})
}

// covered returns as many rounds as the instance that needs most forests until every
// variable has been in one; of the others the last rounds show everything. Without the
// label of a variable outside of a forest the sums are not over one, and where forests
// are as small as in dense graphs, there is no end of rounds: errors.ErrUnsupported.
func (p *parts) covered(g partition.Growth, seed uint64) ([][]sp.Instance, error) {
	most, forests := 1, map[*sp.Instance][]*sp.Forest{}
	for i := range p.test {
		x := &p.test[i]
		if d := slices.Index(p.gold[i], sp.Unknown); d >= 0 {
			return nil, fmt.Errorf("bench: the labels outside of forests are shown, and variable %d of test instance %q has none: %w", d, x.ID, host.ErrUnsupported)
		}
		forests[x] = partition.Cover(x, g, seed)
		most = max(most, len(forests[x]))
	}
	if most > maxRounds {
		return nil, fmt.Errorf("bench: forests cover a test instance only in %d rounds, of which there are at most %d: %w", most, maxRounds, host.ErrUnsupported)
	}
	return p.inTurn(most, func(x *sp.Instance) func(r, d int) bool {
		of := forests[x]
		return func(r, d int) bool { return r < len(of) && of[r].Has(int32(d)) }
	}), nil
}

// inTurn returns rounds of the test set, in which that function of an instance says what
// of it is hidden.
func (p *parts) inTurn(count int, hides func(x *sp.Instance) func(round, d int) bool) [][]sp.Instance {
	rounds := make([][]sp.Instance, count)
	for r := range rounds {
		rounds[r] = slices.Clone(p.test)
	}
	for i := range p.test {
		hidden := hides(&p.test[i])
		for r := range rounds {
			gold := slices.Clone(p.gold[i])
			for d := range gold {
				if hidden(r, d) {
					gold[d] = sp.Unknown
				}
			}
			rounds[r][i].Gold = gold
		}
	}
	return rounds
}

// scored returns the test set as metrics see it: what is shown in it does not count.
func scored(rounds [][]sp.Instance, r suite.Reveal, p *parts) []sp.Instance {
	if r.Share > 0 {
		return rounds[0]
	}
	return p.test // each variable was hidden at least once
}

// A reader reads decoders off weights, in a process that has what a fit learned from.
type reader struct {
	learner *host.Learner
	parts   *parts
	loaded  bool // the process has the test set, too
	seed    uint64
	patient func(context.Context) (context.Context, context.CancelFunc) // for one call
	// fresh starts another process, which the caller closes.
	fresh func(context.Context) (*host.Learner, error)
}

// read returns the predictions of a decoder for the whole test set, and that set as
// it is to be scored.
func (r *reader) read(ctx context.Context, s wire.Setting, weights []float64, out *suite.Decoder) ([]sp.Prediction, []sp.Instance, error) {
	rounds, err := r.parts.rounds(out.Reveal, r.seed)
	if err != nil {
		return nil, nil, err
	}
	var all []sp.Prediction
	for i, shown := range rounds {
		preds, err := r.round(ctx, s, weights, out, shown)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 && len(rounds) > 1 {
			all = unsaid(shown)
		}
		if len(rounds) == 1 {
			all = preds
			break
		}
		for j := range preds {
			takeHidden(&all[j], &preds[j], &shown[j])
		}
	}
	return all, scored(rounds, out.Reveal, r.parts), nil
}

// round reads the predictions for what is shown. Where that has labels it asks a
// process of its own: what one round shows is what others are scored on.
func (r *reader) round(ctx context.Context, s wire.Setting, weights []float64, out *suite.Decoder, shown []sp.Instance) (preds []sp.Prediction, err error) {
	if out.Reveal == (suite.Reveal{}) {
		if !r.loaded {
			if err := handOver(ctx, r.learner, host.Test, shown, r.patient); err != nil {
				return nil, err
			}
			r.loaded = true
		}
		ctx, cancel := r.patient(ctx)
		defer cancel()
		return predictAll(ctx, r.learner, s, weights, len(shown), out)
	}
	l, err := r.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		// A crash is reported by the call that meets it; a limit may be met with all calls well.
		if closed := l.Close(); overLimit(closed) && !overLimit(err) {
			err = also(closed, err)
		}
	}()
	ctx, cancel := r.patient(ctx)
	defer cancel()
	if err := l.Load(ctx, host.Test, shown); err != nil {
		return nil, err
	}
	return predictAll(ctx, l, s, weights, len(shown), out)
}

// unsaid returns predictions that say nothing of any variable yet.
func unsaid(list []sp.Instance) []sp.Prediction {
	all := make([]sp.Prediction, len(list))
	for i := range list {
		all[i].Labels = slices.Repeat([]int32{sp.Unknown}, list[i].N())
	}
	return all
}

// takeHidden adds to a prediction what one of its rounds says of the variables that
// were hidden in it for the first time. Atoms, which are whole labelings, are left out.
func takeHidden(all, round *sp.Prediction, shown *sp.Instance) {
	n := shown.N()
	all.Unsettled = all.Unsettled || round.Unsettled
	if len(round.Marginal) > 0 {
		all.Marginal = sp.Grow(all.Marginal, n*shown.K)
	}
	if len(round.Variance) > 0 {
		all.Variance = sp.Grow(all.Variance, n*shown.K)
	}
	for d, k := range shown.Gold {
		if k != sp.Unknown || all.Labels[d] != sp.Unknown {
			continue
		}
		all.Labels[d] = round.Labels[d]
		for _, row := range [2]struct{ to, from []float64 }{{all.Marginal, round.Marginal}, {all.Variance, round.Variance}} {
			if len(row.from) > 0 {
				copy(row.to[d*shown.K:(d+1)*shown.K], row.from[d*shown.K:])
			}
		}
	}
}
