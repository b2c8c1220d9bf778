package metric

import (
	"fmt"
	"slices"
	"strings"
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
