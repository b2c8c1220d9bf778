package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
)

// matrices prints the confusion matrices of a row: how many variables of each true
// label were predicted to have each label. Where the dataset cannot be loaded, labels
// are numbers.
func matrices(out io.Writer, plan *bench.Written, c chosenRow, o bench.Options) error {
	if c.row == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(c.row.Instances)) {
		s := c.row.Instances[name]
		if !s.Pooled {
			continue
		}
		k := int(math.Sqrt(float64(s.Width)))
		var labels []string
		o.Note = nil // Changes says it
		if past, err := bench.Reopen(plan, c.fit.Dataset, o); err == nil {
			labels = past.Data.Labels
		}
		for len(labels) < k {
			labels = append(labels, strconv.Itoa(len(labels)))
		}
		if err := matrix(out, name, labels[:k], s); err != nil {
			return err
		}
	}
	return nil
}

func matrix(out io.Writer, name string, labels []string, s record.Statistics) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "\n%s: variables by true label (row) and predicted label (column)\n", name)
	for _, label := range labels {
		fmt.Fprintf(w, "\t%s", label)
	}
	fmt.Fprintln(w, "\t")
	for k, label := range labels {
		fmt.Fprint(w, label)
		for l := range labels {
			fmt.Fprintf(w, "\t%.0f", s.Counts[k*len(labels)+l])
		}
		fmt.Fprintln(w, "\t")
	}
	return w.Flush()
}
