package inspect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/sp"
)

// How many labels are listed: the most frequent ones, and all others.
const (
	shownLabels = 12
	shownRare   = 30
)

// labels counts the labels, their shares in the truth, and unknown labels.
func labels(d *data.Dataset) []string {
	counts, known, unknown, partly := make([]int, d.K), 0, 0, 0
	for i := range d.Instances {
		x := &d.Instances[i]
		before := unknown
		for _, k := range x.Gold {
			if k == sp.Unknown {
				unknown++
				continue
			}
			counts[k]++
			known++
		}
		if unknown > before {
			partly++
		}
	}
	order := make([]int, d.K)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	var texts, never, rare []string
	for at, k := range order {
		switch {
		case counts[k] == 0:
			never = append(never, d.Labels[k])
		case at < shownLabels:
			texts = append(texts, fmt.Sprintf("%s %.1f %%", d.Labels[k],
				100*float64(counts[k])/float64(known)))
		default:
			rare = append(rare, fmt.Sprintf("%s (%d)", d.Labels[k], counts[k]))
		}
	}
	if known == 0 {
		return []string{fmt.Sprintf("%d; none is known of any variable", d.K)}
	}
	lines := []string{fmt.Sprintf("%d: %s", d.K, strings.Join(texts, ", "))}
	if len(rare) > 0 {
		slices.Reverse(rare) // a misspelt label is among the rarest
		lines = append(lines, "rarest first, with variables: "+cut(rare, shownRare, ", "))
	}
	if len(never) > 0 {
		lines = append(lines, "never the true one: "+cut(never, shownRare, ", "))
	}
	if unknown > 0 {
		what := "not known of"
		if d.Void {
			what = "void, and so no part of training graphs:"
		}
		lines = append(lines, fmt.Sprintf("%s %d variables of %d, in %d instances", what, unknown,
			known+unknown, partly))
	}
	return lines
}
