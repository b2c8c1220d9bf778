package suite

import (
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// A Variant is another setting of a learner. It has its own fits, and the decoders of the learner.
// It stands for the learner under a choice. Without the choice no row is compared with it.
type Variant struct {
	Of     string `json:"of" need:"yes" help:"label of the learner"`
	Choice string `json:"choice" need:"yes" help:"name of the choice, such as passes"`
}

// addVariants adds the choices of variants. A learner has at most one variant for a choice. known
// reports a label without a learner.
func addVariants(r *reader, s *Suite, root *node, known func(at Pos, key, label string)) {
	decoders, seen, c := map[string][]Decoder{}, map[Variant]bool{}, &s.Choices
	for _, l := range s.Learners {
		decoders[l.Label] = l.Decoders
	}
	for i := range s.Learners {
		l := &s.Learners[i]
		v := l.Variant
		if v == (Variant{}) {
			continue
		}
		known(l.Pos, "variant", v.Of)
		switch {
		case seen[v]:
			r.Fail(l.Pos, "name another choice", "two variants stand for %s under %s",
				yamltree.Quote(v.Of), yamltree.Quote(v.Choice))
		case l.ownDecoders:
			r.Fail(l.Pos, "leave decoders out", "a variant has the decoders of its learner, and no others")
		}
		seen[v], l.Decoders = true, decoders[v.Of]
		c.Variants = ordered.Add(c.Variants, v.Choice)
	}
	n := (1 + len(c.Decoders)) * (1 + len(c.Metrics) + len(c.Ropes)) * (1 + min(1, len(c.Groups))) *
		(1 + len(c.Variants))
	if c.All && n > maxChoices {
		r.Fail(root.Find("sensitivity").At, "leave out all: true",
			"%d combinations of choices, the maximum is %d", n, maxChoices)
	}
}
