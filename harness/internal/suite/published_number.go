package suite

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

var printed = regexp.MustCompile(`^([-+]?[0-9]+(?:\.[0-9]+)?)(?:\s*(?:±|\+-|\+/-)\s*([0-9]+(?:\.[0-9]+)?))?$`)

// plusMinus reads a number as papers print it. digits is the number of decimals, of the number or
// its deviation.
func plusMinus(n *node) (mean, std float64, digits int, ok bool) {
	m := printed.FindStringSubmatch(n.Text)
	if m == nil || n.Kind != yamltree.Text && n.Kind != yamltree.Number {
		return 0, 0, 0, false
	}
	for i, part := range m[1:] {
		_, decimals, _ := strings.Cut(part, ".")
		digits = max(digits, len(decimals))
		v, err := strconv.ParseFloat(part, 64)
		switch {
		case i == 0 && err == nil:
			mean = v
		case err == nil:
			std = v
		case part == "":
			std = math.NaN()
		default: // too large
			return 0, 0, 0, false
		}
	}
	return mean, std, digits, true
}

// Counterpart returns the decoder and the metric of ours next to which n is printed. The metric is
// that of n, or the suite's loss if the suite lacks it. differs explains why the two cannot be
// compared; "" if data, split and metric are the same.
//
// ok is false if s has no such learner, decoder or dataset, or lacks the metric of one of several
// numbers. sizes are the numbers of instances in the splits of the dataset, since a paper may state
// only these.
func (n *PublishedNumber) Counterpart(s *Suite, sizes []Split) (decoder, metric,
	differs string, ok bool) {
	l := slices.IndexFunc(s.Learners, func(l Learner) bool { return l.Label == n.Learner })
	d := slices.IndexFunc(s.Datasets, func(d Dataset) bool { return d.Label == n.Dataset })
	if l < 0 || d < 0 || len(s.Learners[l].Decoders) == 0 {
		return "", "", "", false
	}
	decoders := s.Learners[l].Decoders
	decoder = n.Decoder
	if decoder == "" {
		decoder = decoders[0].Label
	}
	o := slices.IndexFunc(decoders, func(o Decoder) bool { return o.Label == decoder })
	if o < 0 {
		return "", "", "", false
	}
	metric = n.Metric
	has := func(m Metric) bool { return m.Label == metric }
	if on := s.MetricsOn(&s.Datasets[d]); !slices.ContainsFunc(on, has) {
		if n.Several {
			return "", "", "", false
		}
		metric = on[0].Label
	}
	return decoder, metric, n.differs(&s.Datasets[d], sizes, decoders[o].Reveal, metric),
		true
}

// differs lists the differences between n and our metric on d.
func (n *PublishedNumber) differs(d *Dataset, sizes []Split, shown Reveal, metric string) string {
	var parts []string
	add := func(what, theirs, ours string) {
		parts = append(parts, what+": theirs "+theirs+", ours "+ours)
	}
	if theirs, ours := n.Data.words(), d.Spec.words(); theirs != ours {
		add("data", theirs, ours)
	}
	if n.Protocol != "" {
		add("split", n.Protocol, words(d.Splits))
	} else if !slices.Equal(sorted(n.Splits), sorted(d.Splits)) && !n.ofSizes(d, sizes) {
		add("split", words(n.Splits), words(d.Splits))
	}
	if n.Metric != metric {
		add("metric", n.Metric, metric)
	}
	if shown != n.Shown {
		add("labels shown at test time", n.Shown.String(), shown.String())
	}
	return strings.Join(parts, "; ")
}

// SizesOnly reports whether the paper states only numbers of instances. Its test instances are not
// ours then.
func (n *PublishedNumber) SizesOnly() bool {
	return len(n.Splits) > 0 && n.Splits[0].Test.Count > 0
}

// ofSizes reports whether the paper states only numbers of instances, and all splits of d have
// these sizes.
func (n *PublishedNumber) ofSizes(d *Dataset, sizes []Split) bool {
	return len(n.Splits) == 1 && n.SizesOnly() && len(sizes) > 0 &&
		!slices.ContainsFunc(d.Splits, func(s Split) bool { return s.Labels != n.Splits[0].Labels }) &&
		!slices.ContainsFunc(sizes, func(s Split) bool {
			s.Labels = n.Splits[0].Labels
			return s.words() != n.Splits[0].words()
		})
}

// sorted returns the splits in words. The result does not depend on their order or the order of
// their folds.
func sorted(splits []Split) (texts []string) {
	for _, s := range splits {
		for _, part := range s.parts() {
			part.Folds = slices.Sorted(slices.Values(part.Folds))
		}
		texts = append(texts, s.words())
	}
	slices.Sort(texts)
	return texts
}

// words returns a spec as a suite writes it.
func (s *Spec) words() string {
	if string(s.Args) == "{}" || len(s.Args) == 0 {
		return s.Name
	}
	return s.Name + " " + unquoted(string(s.Args))
}

// words returns splits as a suite writes them; of a long list the first split and the length.
func words(splits []Split) string {
	switch len(splits) {
	case 0:
		return "the dataset's own"
	case 1:
		return splits[0].words()
	}
	return fmt.Sprintf("%s and so on, %d splits", splits[0].words(), len(splits))
}

// Parts in JSON that a suite writes as a number or a list, or leaves out.
var plainPart, noPart = regexp.MustCompile(`\{(?:count|folds): ([^}]*)\}`),
	regexp.MustCompile(`\w+: \{\}, `)

func (s *Split) words() string {
	text, _ := json.Marshal(s) // plain data
	return noPart.ReplaceAllString(plainPart.ReplaceAllString(unquoted(string(text)), "$1"), "")
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'g', 4, 64) + " %" }

// unquoted returns JSON without quotes.
func unquoted(text string) string {
	return strings.NewReplacer(`"`, "", ",", ", ", ":", ": ").Replace(text)
}
