package metric

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// A scheme writes spans as tags of single variables: O outside of all spans, else a letter, alone
// or with - and a type.
type scheme struct {
	name    string
	letters string // of its tags besides O
}

// schemes has those with fewer letters first.
var schemes = []scheme{
	{"iob2", "BI"},    // B begins each span
	{"iob1", "BI"},    // B begins a span only behind one of the same type
	{"bioes", "BIES"}, // B and E, the first and the last variable; S, the only one
	{"bilou", "BILU"}, // L for E, U for S
	{"bmes", "BMES"},  // M for I
}

// A tag is a label of a tagging: its letter as of bioes, and the number of its type, -1 outside.
type tag struct {
	prefix byte
	kind   int
}

// letters has the letter of each tag as of bioes.
var letters = map[byte]byte{'B': 'B', 'I': 'I', 'M': 'I', 'E': 'E', 'L': 'E', 'S': 'S', 'U': 'S'}

// tags reads the names of labels. It returns the number of types and the scheme called name. Name
// "auto" is the first scheme with all letters.
func tags(labels []string, name string) (all []tag, types int, of scheme, err error) {
	var kinds []string
	used := ""
	for _, label := range labels {
		if label == "O" {
			all = append(all, tag{'O', -1})
			continue
		}
		prefix, kind, _ := strings.Cut(label, "-")
		if len(prefix) != 1 || letters[prefix[0]] == 0 {
			return nil, 0, of, fmt.Errorf("label %q is neither O nor one of the letters "+
				"B, I, E, S, L, U, M, alone or with - and a type: spans need taggings", label)
		}
		at := slices.Index(kinds, kind)
		if at < 0 {
			at = len(kinds)
			kinds = append(kinds, kind)
		}
		all = append(all, tag{letters[prefix[0]], at})
		used += prefix
	}
	at := slices.IndexFunc(schemes, func(s scheme) bool {
		return (name == "auto" || name == s.name) && strings.Trim(used, s.letters) == ""
	})
	if labels != nil && at < 0 {
		return nil, 0, of, fmt.Errorf("scheme: %s has not all of the letters of the labels, %s",
			name, used)
	}
	return all, len(kinds), schemes[max(at, 0)], nil
}

// Transitions returns the successions of labels that a scheme of taggings allows, see the argument
// scheme of span-f1.
func Transitions(labels []string, name string) (*sp.Transitions, error) {
	all, _, of, err := tags(labels, name)
	if err != nil {
		return nil, err
	}
	closed, k := len(of.letters) > 2, len(all)
	t := &sp.Transitions{First: make([]float64, k), Last: make([]float64, k),
		Next: make([]float64, k*k)}
	may := func(a, b tag) bool {
		open := a.prefix == 'B' || a.prefix == 'I'
		inside := b.prefix == 'I' || b.prefix == 'E'
		switch {
		case of.name == "iob1":
			return b.prefix != 'B' || a.kind == b.kind
		case closed:
			return open == inside && (!open || a.kind == b.kind)
		}
		return !inside || a.kind == b.kind
	}
	outside := tag{'O', -1}
	for i, a := range all {
		t.First[i], t.Last[i] = sp.MayFollow(may(outside, a)), sp.MayFollow(may(a, outside))
		for j, b := range all {
			t.Next[i*k+j] = sp.MayFollow(may(a, b))
		}
	}
	return t, nil
}

// invalid are the arguments of the share of sequences that a scheme does not allow.
type invalid struct {
	Scheme string `json:"scheme" enum:"auto,iob1,iob2,bioes,bilou,bmes" help:"as of span-f1"`
}

func (a *invalid) complete(m *Metric, labels []string) error {
	t, err := Transitions(labels, a.Scheme)
	m.Stat = func(x *Case) (float64, float64) {
		if x.Labels == nil {
			return math.NaN(), 0
		}
		if t.Broken(x.Labels) >= 0 {
			return 1, 1
		}
		return 0, 1
	}
	return err
}
