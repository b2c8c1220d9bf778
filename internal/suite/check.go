package suite

import (
	"slices"

	"github.com/spbench/spbench/harness/param"
)

// A Catalogue says what a suite can name.
type Catalogue struct {
	Datasets []Entry
	Features []Entry // feature maps
	Losses   []Entry // that learners can learn for
	Metrics  []Entry
	Outputs  []Entry // shared decoders, that work for every learner
	Oracles  []Entry // that learners can be given to train with
	Learners []Entry
}

// An Entry is one thing of a [Catalogue].
type Entry struct {
	Name    string
	Params  []param.Parameter // what its arguments may be
	Outputs []Entry           // of a learner: its own, besides the shared ones
	// Accept, if not nil, has the last word on the arguments, a canonical JSON
	// object; without Params it has the only one.
	Accept func(args []byte) error
}

// Check holds all names and values of s against what exists and returns the
// first mistake in the order of the file, an [Error].
func (s *Suite) Check(c Catalogue) error {
	k := &checker{reader{source: s.source}}
	for _, d := range s.Datasets {
		k.named(d.Spec, "dataset", "datasets", c.Datasets)
		k.named(d.Features, "feature map", "feature maps", c.Features)
		if d.Oracle != nil {
			k.named(*d.Oracle, "oracle", "oracles", c.Oracles)
		}
	}
	for _, m := range s.Metrics {
		k.named(m.Spec, "metric", "metrics", c.Metrics)
	}
	k.trainLoss(s, c.Losses)
	possible := slices.Clone(c.Outputs)
	for _, l := range c.Learners {
		possible = append(possible, l.Outputs...)
	}
	for _, l := range s.Learners {
		k.learner(l, c, possible)
	}
	if len(k.errs) > 0 {
		return first(k.errs)
	}
	return nil
}

type checker struct{ reader }

// named checks that s names one of the entries and has arguments for it.
func (k *checker) named(s Spec, what, plural string, entries []Entry) (e Entry, ok bool) {
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == s.Name })
	if i < 0 {
		k.fail(s.Pos, hint(s.Name, plural, names(entries)), "unknown %s %s", what, quote(s.Name))
		return e, false
	}
	e = entries[i]
	before := len(k.errs)
	if e.Params != nil || e.Accept == nil {
		k.arguments(s, what+" "+s.Name, e.Params)
	}
	if e.Accept != nil && len(k.errs) == before {
		if err := e.Accept(s.Args); err != nil {
			k.fail(s.Pos, "", "%v", err)
			k.errs[len(k.errs)-1].err = err
		}
	}
	return e, true
}

func names(entries []Entry) []string {
	var list []string
	for _, e := range entries {
		if !slices.Contains(list, e.Name) {
			list = append(list, e.Name)
		}
	}
	return list
}

// trainLoss checks the loss that learners learn for. Where the suite does not name
// it, it is the metric's name that is no loss.
func (k *checker) trainLoss(s *Suite, losses []Entry) {
	if s.TrainLoss.Pos != (Pos{}) {
		k.named(s.TrainLoss, "loss", "losses", losses)
		return
	}
	if !slices.Contains(names(losses), s.TrainLoss.Name) {
		k.fail(s.Metrics[0].Pos, hint("", "losses", names(losses)),
			"learners cannot learn for the metric %s: add train-loss: LOSS", quote(s.TrainLoss.Name))
	}
}

// points returns the parameters that l may be fitted with.
func (l *Learner) points() []Spec {
	points := l.Candidates
	if points == nil {
		points = []Spec{l.Spec}
	}
	for _, e := range l.Exceptions {
		if e.Candidates == nil {
			points = append(points, e.Spec)
		}
		points = append(points, e.Candidates...)
	}
	return points
}

// learner checks one row. An output of the suite may be one that only other
// learners have; one that the learner names itself may not.
func (k *checker) learner(l Learner, c Catalogue, possible []Entry) {
	e, ok := Entry{}, false
	for _, spec := range l.points() {
		if e, ok = k.named(spec, "learner", "learners", c.Learners); !ok {
			break
		}
	}
	own := slices.Concat(c.Outputs, e.Outputs)
	for _, o := range l.Outputs {
		if o.Pos == (Pos{}) { // the default
			continue
		}
		entries := own
		if !l.ownOutputs || !ok {
			entries = slices.Concat(own, possible)
		}
		k.named(o.Spec, "output", "outputs", entries)
	}
}
