package prepare

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// Scheme returns the scheme of tags called by, as [metric.Transitions] knows it. A warning counts
// gold sequences against it, with the place of the first. "" is no scheme.
func Scheme(by string, labels []string, list []sp.Instance, place func(id string) string) (
	scheme string, warnings []string, err error) {
	switch scheme = by; by {
	case "":
		return "", nil, nil
	case "bio":
		scheme = "iob2"
	}
	known := []string{"bio", "iob1", "iob2", "bioes", "bilou", "bmes"}
	if !slices.Contains(known, by) {
		return "", nil, fmt.Errorf("constrain: %w", param.Unknown("scheme", by, known))
	}
	t, err := metric.Transitions(labels, scheme)
	if err != nil {
		return "", nil, fmt.Errorf("constrain: %w", err)
	}
	broken, first := 0, ""
	for i := range list {
		x := &list[i]
		if !x.IsChain() {
			return "", nil, errors.New("constrain: labels of successive words must be joined by edges\n" +
				"hint: a template B")
		}
		if at := t.Broken(x.Gold); at >= 0 {
			if broken++; first == "" {
				first = fmt.Sprintf("%s, variable %d, %s", place(x.ID), at+1, labels[x.Gold[at]])
			}
		}
	}
	if broken > 0 {
		warnings = []string{fmt.Sprintf("%d of %d label sequences break %s and are trained without it, "+
			"the first at %s", broken, len(list), by, first)}
	}
	return scheme, warnings, nil
}

// Constrain gives the instances the transitions of a scheme of tags, but not those with gold labels
// against it.
func Constrain(list []sp.Instance, labels []string, scheme string) ([]sp.Instance, error) {
	t, err := metric.Transitions(labels, scheme)
	list = slices.Clone(list)
	for i := range list {
		if x := &list[i]; err == nil && t.Broken(x.Gold) < 0 {
			x.Transitions = t
		}
	}
	return list, err
}
