package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/param"
)

// newView returns the view of a selection. The error names what does not exist.
func newView(t *Table, s Selection) (v view, err error) {
	if v.rows, err = selectRows(t, s); err != nil {
		return view{}, err
	}
	if v.datasets, err = findNames("dataset", s.Datasets, t.Datasets); err != nil {
		return view{}, err
	}
	var metrics []string
	for _, m := range t.Metrics() {
		metrics = append(metrics, m.Name)
	}
	selected, err := findNames("metric", s.Metrics, metrics)
	for _, d := range v.datasets {
		if s.Metrics == nil { // each dataset has its own order
			for c := range t.Columns {
				if t.Columns[c].Dataset == t.Datasets[d] {
					v.columns = append(v.columns, c)
				}
			}
			continue
		}
		for _, m := range selected {
			if c := t.FindColumn(t.Datasets[d], metrics[m]); c >= 0 {
				v.columns = append(v.columns, c)
			}
		}
	}
	return v, err
}

// selectRows returns the selected rows by learner, and within each learner by decoder.
func selectRows(t *Table, s Selection) (rows []int, err error) {
	if s.Learners == nil && s.Decoders == nil {
		return upTo(len(t.Rows)), nil
	}
	var labels, decoders []string
	for _, r := range t.Rows {
		labels, decoders = ordered.Add(labels, r.Label), ordered.Add(decoders, r.Decoder)
	}
	byLabel, err := findNames("learner", s.Learners, labels)
	if err != nil {
		return nil, err
	}
	byDecoder, err := findNames("decoder", s.Decoders, decoders)
	for _, l := range byLabel {
		own := len(rows)
		for r, row := range t.Rows {
			if row.Label == labels[l] && slices.Contains(byDecoder, slices.Index(decoders, row.Decoder)) {
				rows = append(rows, r)
			}
		}
		if s.Decoders != nil { // else each learner has its own order
			at := func(r int) int { return slices.Index(s.Decoders, t.Rows[r].Decoder) }
			slices.SortFunc(rows[own:], func(a, b int) int { return at(a) - at(b) })
		}
	}
	if len(rows) == 0 && err == nil {
		err = fmt.Errorf("table: no row is of both %s and %s", strings.Join(s.Learners, ", "),
			strings.Join(s.Decoders, ", "))
	}
	return rows, err
}

// findNames returns the indices of names in all; for nil, those of all.
func findNames(what string, names, all []string) (at []int, err error) {
	if names == nil {
		names = all
	}
	for _, name := range names {
		i := slices.Index(all, name)
		switch {
		case i < 0:
			return nil, fmt.Errorf("table: %w", param.Unknown(what, name, all))
		case slices.Contains(at, i):
			return nil, fmt.Errorf("table: the %s %q is chosen twice", what, name)
		}
		at = append(at, i)
	}
	return at, nil
}
