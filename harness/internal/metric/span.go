package metric

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

const spanDoc = "of the same type, first and last variable"

// begins reports whether a span begins at b after a. ends reports whether a span with a ends before
// b. These are the rules of conlleval for B and I (Tjong Kim Sang & Buchholz, CoNLL 2000). They
// find spans in every sequence. No scheme may allow it.
func begins(a, b tag) bool { return b.kind >= 0 && (b.prefix == 'B' || a.kind != b.kind) }

func ends(a, b tag) bool { return a.kind >= 0 && (b.prefix == 'B' || a.kind != b.kind) }

// A span is a run of variables of one type.
type span struct{ from, to, kind int }

// anySpans returns the spans of a tagging by conlleval. Where ref is unknown there are none.
func anySpans(y, ref []int32, tags []tag) (list []span) {
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

// strictSpans returns the spans of a tagging by its scheme. Where ref is unknown there are none.
func strictSpans(y, ref []int32, tags []tag, of scheme) (list []span) {
	closed, first := len(of.letters) > 2, of.name == "iob1"
	before, from, valid := tag{'O', -1}, -1, false
	for d := 0; d <= len(y); d++ {
		now := tag{'O', -1}
		if d < len(y) && ref[d] != sp.Unknown {
			now = tags[y[d]]
		}
		inside := from >= 0 && before.kind == now.kind && (now.prefix == 'I' || now.prefix == 'E')
		if from >= 0 && !inside {
			if !closed && valid {
				list = append(list, span{from, d, before.kind})
			}
			from = -1
		}
		switch {
		case inside && now.prefix == 'E':
			list = append(list, span{from, d + 1, now.kind})
			from = -1
		case now.prefix == 'S':
			list = append(list, span{d, d + 1, now.kind})
		case now.prefix == 'B':
			from, valid = d, !first || before.kind == now.kind
		case now.prefix == 'I' && !inside && first:
			from, valid = d, true
		}
		before = now
	}
	return list
}

// spans are the arguments of a metric of the spans of each type. Variables that do not
// count are outside of all spans, in the truth and in the prediction.
type spans struct {
	Average string `json:"average" enum:"macro,micro,weighted" help:"mean over types, or their counts pooled, or mean over types by their numbers of true spans"`
	Scheme  string `json:"scheme" enum:"auto,iob1,iob2,bioes,bilou,bmes" help:"how labels write spans, with or without types: B, I and O; with E and S; with L and U; with M, E and S. auto: iob2 or what the letters say"`
	Mode    string `json:"mode" enum:"auto,conlleval,strict" help:"auto: conlleval for B, I and O"`

	of func(hits) float64
}

func spanwise(of func(hits) float64) func() completer {
	return func() completer { return &spans{Average: "micro", Scheme: "auto", Mode: "auto", of: of} }
}

func (a *spans) complete(m *Metric, labels []string) error {
	known, types, of, err := tags(labels, a.Scheme)
	if err != nil {
		return err
	}
	read := func(y, ref []int32) []span { return anySpans(y, ref, known) }
	rule := "conlleval"
	if closed := len(of.letters) > 2; a.Mode == "strict" || closed && a.Mode == "auto" {
		read = func(y, ref []int32) []span { return strictSpans(y, ref, known, of) }
		rule = "strict " + of.name
	} else if closed {
		return fmt.Errorf("mode: conlleval reads the letters B and I alone: write mode: strict")
	}
	each := func(x *Case, hit func(int, hits)) {
		there := read(x.known, x.known)
		for _, s := range there {
			hit(s.kind, hits{true: 1})
		}
		for _, s := range read(x.Labels, x.known) {
			h := hits{predicted: 1}
			if slices.Contains(there, s) {
				h.right = 1
			}
			hit(s.kind, h)
		}
	}
	m.Doc += over("types", a.Average)
	if labels != nil {
		m.Doc += ", by the rules of " + rule
	}
	m.Counts = averaged(types, a.Average, a.of, each)
	return nil
}
