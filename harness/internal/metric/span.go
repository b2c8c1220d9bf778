package metric

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

const spanDoc = "of the same type, first and last variable"

// A tag is a label of a tagging: its prefix, 'O' outside of all spans, and the number of its type,
// -1 outside.
type tag struct {
	prefix byte
	kind   int
}

// tags reads the names of labels and returns the number of types.
func tags(labels []string) (all []tag, types int, err error) {
	var kinds []string
	for _, name := range labels {
		prefix, kind, ok := strings.Cut(name, "-")
		switch {
		case name == "O":
			all = append(all, tag{'O', -1})
			continue
		case !ok || len(prefix) != 1 || !strings.Contains("BIES", prefix):
			return nil, 0, fmt.Errorf("label %q is neither O nor B-, I-, E- or S- with a type: spans need taggings", name)
		}
		at := slices.Index(kinds, kind)
		if at < 0 {
			at = len(kinds)
			kinds = append(kinds, kind)
		}
		all = append(all, tag{prefix[0], at})
	}
	return all, len(kinds), nil
}

// begins reports whether a span begins at b after a. ends reports whether a span with a ends before
// b. These are the rules of conlleval (Tjong Kim Sang & Buchholz, CoNLL 2000). They find spans in
// every sequence, also in one that no scheme allows.
func begins(a, b tag) bool {
	switch {
	case b.prefix == 'O':
		return false
	case b.prefix == 'B', b.prefix == 'S', a.prefix == 'E', a.prefix == 'S', a.prefix == 'O':
		return true
	}
	return a.kind != b.kind
}

func ends(a, b tag) bool {
	switch {
	case a.prefix == 'O':
		return false
	case a.prefix == 'E', a.prefix == 'S', b.prefix == 'B', b.prefix == 'S', b.prefix == 'O':
		return true
	}
	return a.kind != b.kind
}

// A span is a run of variables of one type.
type span struct{ from, to, kind int }

// spansOf returns the spans of a tagging; where ref is unknown there are none.
func spansOf(y, ref []int32, tags []tag) (list []span) {
	before, from := tag{'O', -1}, 0
	for d := 0; d <= len(y); d++ {
		now := tag{'O', -1}
		if d < len(y) && ref[d] != sp.Unknown {
			now = tags[y[d]]
		}
		if ends(before, now) {
			list = append(list, span{from, d, before.kind})
		}
		if begins(before, now) {
			from = d
		}
		before = now
	}
	return list
}

// spans are the arguments of a metric of the spans of each type. Variables that do not
// count are outside of all spans, in the truth and in the prediction.
type spans struct {
	Average string `json:"average" enum:"macro,micro" help:"mean over types, or their counts pooled; labels are O, and B-, I-, E- or S- with a type (BIO, BIOES), read as the program conlleval does"`

	of func(hits) float64
}

func spanwise(of func(hits) float64) func() completer {
	return func() completer { return &spans{Average: "micro", of: of} }
}

func (a *spans) complete(m *Metric, labels []string) error {
	known, types, err := tags(labels)
	if err != nil {
		return err
	}
	each := func(x *sp.Instance, gold []int32, p *sp.Prediction, hit func(int, hits)) {
		ref, _ := scored(x, gold)
		there := spansOf(ref, ref, known)
		for _, s := range there {
			hit(s.kind, hits{true: 1})
		}
		for _, s := range spansOf(p.Labels, ref, known) {
			h := hits{predicted: 1}
			if slices.Contains(there, s) {
				h.right = 1
			}
			hit(s.kind, h)
		}
	}
	micro := a.Average == "micro"
	m.Doc += over("types", micro)
	m.Counts = averaged(types, micro, a.of, each)
	return nil
}
