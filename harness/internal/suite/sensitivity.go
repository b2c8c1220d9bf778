package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// Choices name settings that are not the question of a suite. The baseline is the suite
// without them. A choice changes one setting of it. Only a [Variant] needs fits of its own.
type Choices struct {
	Decoders []string  `json:"decoders,omitempty" of:"label" distinct:"yes" help:"labels of decoders, each in place of best or the first; learners without it keep their own"`
	Metrics  []string  `json:"metrics,omitempty" of:"label" distinct:"yes" help:"labels of metrics, each in place of the first; datasets without it keep their own"`
	Ropes    []float64 `json:"ropes,omitempty" of:"rope" range:"(0,inf)" distinct:"yes" help:"other values of rope"`
	Groups   string    `json:"groups,omitempty" enum:"without" help:"without: test instances of a group count as independent"`
	All      bool      `json:"all,omitempty" help:"all combinations of the choices; by default one differs from the baseline at a time"`
	Variants []string  `json:"variants,omitempty"` // choices of the learners
}

// maxChoices is the largest number of choices: each one is a table.
const maxChoices = 100

// A Setting is another setting of a comparison than the suite's. The zero value is the
// baseline: the suite's own settings.
type Setting struct {
	Decoder   string  // of each learner that has it
	Metric    string  // on each dataset that has it; the rope does not count, as it has another unit
	Rope      float64 // as the table prints it
	Ungrouped bool    // test instances count alone
	Variant   string  // choice of variants
}

// String names the settings, such as "decoder lbp".
func (c Setting) String() string { return strings.Join(c.names(), " and ") }

func (c Setting) names() (all []string) {
	add := func(is bool, name string) {
		if is {
			all = append(all, name)
		}
	}
	add(c.Decoder != "", "decoder "+c.Decoder)
	add(c.Metric != "", "metric "+c.Metric)
	add(c.Rope > 0, fmt.Sprint("rope ", c.Rope))
	add(c.Ungrouped, "groups left out")
	add(c.Variant != "", c.Variant)
	return all
}

// Settings returns the choices that a suite names, without the baseline. Those that differ from it
// in one setting come first.
func (s *Choices) Settings() []Setting {
	all := []Setting{{}}
	add := func(n int, set func(c *Setting, i int)) {
		from := all
		if !s.All {
			from = all[:1]
		}
		for i := range n {
			for _, c := range from {
				set(&c, i)
				all = append(all, c)
			}
		}
	}
	add(len(s.Decoders), func(c *Setting, i int) { c.Decoder = s.Decoders[i] })
	add(len(s.Metrics), func(c *Setting, i int) { c.Metric = s.Metrics[i] })
	add(len(s.Ropes), func(c *Setting, i int) { c.Rope = s.Ropes[i] })
	if s.Groups != "" {
		add(1, func(c *Setting, _ int) { c.Ungrouped = true })
	}
	add(len(s.Variants), func(c *Setting, i int) { c.Variant = s.Variants[i] })
	all = slices.DeleteFunc(all[1:], func(c Setting) bool { return c.Metric != "" && c.Rope > 0 })
	slices.SortStableFunc(all, func(a, b Setting) int { return len(a.names()) - len(b.names()) })
	return all
}

// checkSensitivity reports labels that nothing in the suite has.
func checkSensitivity(r *reader, s *Suite, root *node) {
	var decoders, metrics []string
	for _, l := range s.Learners {
		for _, d := range l.Decoders {
			decoders = append(decoders, d.Label)
		}
	}
	for _, m := range s.AllMetrics() {
		metrics = append(metrics, m.Label)
	}
	check := func(key string, labels, known []string) {
		for i, label := range labels {
			if !slices.Contains(known, label) {
				r.Fail(root.Find("sensitivity").Find(key).Items[i].At, hint(label, key, known),
					"sensitivity: nothing has the label %s", yamltree.Quote(label))
			}
		}
	}
	check("decoders", s.Choices.Decoders, ordered.Add(nil, decoders...))
	check("metrics", s.Choices.Metrics, metrics)
}

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
