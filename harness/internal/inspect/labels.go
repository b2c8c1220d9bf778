package inspect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/sp"
)

// How many labels are listed: the most frequent ones, and all others.
const (
	shownLabels = 12
	shownRare   = 30
)

// labels counts the labels, their shares in the truth, and unknown labels.
func (p *printer) labels(d *data.Dataset) {
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
	var texts, never []string
	rare := map[string]int{}
	for at, k := range order {
		switch {
		case counts[k] == 0:
			never = append(never, d.Labels[k])
		case at < shownLabels:
			texts = append(texts, fmt.Sprintf("%s %.1f %%", d.Labels[k],
				100*float64(counts[k])/float64(known)))
		default:
			rare[d.Labels[k]] = counts[k]
		}
	}
	if known == 0 {
		p.line("labels", "%d; none is known of any variable", d.K)
		return
	}
	p.line("labels", "%d: %s", d.K, strings.Join(texts, ", "))
	if len(rare) > 0 {
		p.line("labels", "rarer, with their variables: %s", ordered.ByCount(rare, shownRare))
	}
	if len(never) > 0 {
		p.line("labels", "never the true one: %s", strings.Join(cut(never, shownRare), ", "))
	}
	if unknown > 0 {
		what := "not known of"
		if d.Void {
			what = "void, and so no part of training graphs:"
		}
		p.line("labels", "%s %d variables of %d, in %d instances", what, unknown, known+unknown,
			partly)
	}
}

// cut returns the start of a list, with a sign for the rest.
func cut(list []string, most int) []string {
	if len(list) <= most {
		return list
	}
	return append(list[:most:most], "…")
}
