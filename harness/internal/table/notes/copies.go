package notes

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

func copies(t *table.Table) []Note {
	if text := Copies(t.Entries); text != "" {
		return note("%s", text)
	}
	return nil
}

// Unseen names the labels without a training variable.
func Unseen(t *table.Table) []Note {
	var datasets []string
	for i := range t.Entries {
		if e := &t.Entries[i]; e.Unseen != "" {
			datasets = ordered.Add(datasets, e.Dataset+": "+e.Unseen)
		}
	}
	return list("Labels that no training variable has, so that no row can learn them (number of their test variables): %s.", datasets)
}

// Copies gives the percentage of test instances with a copy among the training instances, by
// dataset and as a range over splits; "" if there are none. Labels and IDs of a copy may differ.
func Copies(entries []table.Entry) string {
	var datasets []string
	shares := map[string][2]float64{} // least and most
	for i := range entries {
		e := &entries[i]
		if e.Test == 0 {
			continue
		}
		share := float64(e.Copies) / float64(e.Test)
		span, ok := shares[e.Dataset]
		if !ok {
			datasets, span = append(datasets, e.Dataset), [2]float64{share, share}
		}
		shares[e.Dataset] = [2]float64{min(span[0], share), max(span[1], share)}
	}
	var parts []string
	for _, dataset := range datasets {
		low, high := shares[dataset][0], shares[dataset][1]
		text := wording.Percent(high)
		if least := wording.Percent(low); least != text {
			text = least + "–" + text
		}
		if text == "0.0" {
			text = "less than 0.1"
		}
		if high > 0 {
			parts = append(parts, fmt.Sprintf("%s %% of %s", text, dataset))
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("Test instances with the features and the graph of a training instance: %s.",
		strings.Join(parts, ", "))
}
