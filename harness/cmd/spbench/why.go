package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/jpeg"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/reuse"
	"github.com/spbench/spbench/harness/sp"
)

// whyCommand prints what a row depends on, and what has changed since.
type whyCommand struct {
	rowOfRun `embed:""`
}

func (c *whyCommand) Run(t *terminal, dir string) error {
	if c.Row == "" {
		_, fits, err := results.ReadFits(dir, t.warn, record.DropCurve)
		if err != nil {
			return err
		}
		return listRows(t.out, fits)
	}
	plan, chosen, err := openRow(t, dir, c.Row, record.DropCurve)
	if err == nil {
		err = results.ReadRow(dir, chosen.fit)
	}
	if err != nil {
		return err
	}
	if err := explain(t.out, chosen); err != nil {
		return err
	}
	return listChanges(t.out, reuse.Changes(plan, chosen.fit, chosen.row, t.past(dir)))
}

// listRows prints each row with the start of its key.
func listRows(out io.Writer, fits []record.Fit) error {
	slices.SortStableFunc(fits, func(a, b record.Fit) int {
		return cmp.Or(strings.Compare(a.Dataset, b.Dataset), cmp.Compare(a.Split, b.Split),
			a.Seed.Compare(b.Seed), strings.Compare(a.Label, b.Label))
	})
	w := columns(out)
	fmt.Fprintln(w, "row\tfit\tdataset\tsplit\tseed\tlearner\tdecoder\toutcome\t")
	line := func(c chosenRow, row, decoder string) {
		f := c.fit
		fmt.Fprintf(w, "%.8s\t%.8s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", row, f.Key, f.Dataset, f.Split,
			f.Seed, f.Label, decoder, c.outcome().Kind, metricsText(c.row))
	}
	for i := range fits {
		f := &fits[i]
		if len(f.Rows) == 0 {
			line(chosenRow{fit: f}, "-", "-")
		}
		for j := range f.Rows {
			line(chosenRow{f, &f.Rows[j]}, f.Rows[j].Key, f.Rows[j].Label)
		}
	}
	return w.Flush()
}

func metricsText(r *record.Row) string {
	if r == nil {
		return ""
	}
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(r.Metrics)) {
		texts = append(texts, fmt.Sprintf("%s %.4g", name, float64(r.Metrics[name])))
	}
	return strings.Join(texts, ", ")
}

// endings describes the end of a fit.
var endings = map[sp.End]string{
	sp.Converged: "converged", sp.Stalled: "stalled", sp.StoppedChanging: "stopped changing",
	sp.EndedByLimit: "at its own limit", sp.EndedByBudget: "stopped by the budget",
	sp.EndedByTime: "at the time limit",
}

// explain prints a row and the components of its key.
func explain(out io.Writer, c chosenRow) error {
	w := columns(out)
	f := c.fit
	fmt.Fprintf(w, "%s\n", c)
	fmt.Fprintf(w, "outcome\t%s\n",
		strings.TrimSpace(string(c.outcome().Kind)+" "+c.outcome().Reason))
	if f.Ended != "" {
		fmt.Fprintf(w, "ended\t%s\n", endings[f.Ended])
	}
	if text := metricsText(c.row); text != "" {
		fmt.Fprintf(w, "metrics\t%s\n", text)
	}
	fmt.Fprintf(w, "params\t%s%s\n", f.Params, chosenAmong(f))
	for _, warning := range f.DataWarnings {
		fmt.Fprintf(w, "data\t%s\n", warning)
	}
	if a := f.Audit; a != nil {
		fmt.Fprintf(w, "objective\t%.6g, %s with λ = %.4g\n", float64(a.Objective), a.Kind,
			float64(a.Lambda))
		fmt.Fprintf(w, "bound\t%s\n", boundText(a))
	}
	if f.WeightsFile != "" {
		fmt.Fprintf(w, "fitted\tweights/%s.bin\n", f.WeightsFile)
	}
	fmt.Fprintf(w, "written\t%s on %s\n", f.Times.Appended.Local().Format("2006-01-02 15:04:05"),
		strings.TrimPrefix(f.Times.Node+": "+f.Times.Machine, ": "))
	fmt.Fprintf(w, "cost\t%.3g CPU seconds, %.3g seconds, %.0f MB; load %.2g on %d processors\n",
		f.Times.Process.CPU, f.Times.Fit.Wall, f.Times.Process.Memory/1e6, f.Times.Load, f.Times.CPUs)
	if f.Times.Limits != "" {
		fmt.Fprintf(w, "timed under\tlimits %s, in the run it is reused from\n", f.Times.Limits)
	}
	listTrials(w, f)
	if c.row != nil {
		fmt.Fprintf(w, "\nkey of the row\t%s\n", c.row.Key)
		fmt.Fprintf(w, "  fit\t%s\n  decoder\t%s%s\n  score\t%s\n", f.Key, c.row.Decoder,
			c.row.Args, c.row.Score)
	}
	fmt.Fprintf(w, "\nkey of the fit\t%s\n", f.Key)
	for _, part := range slices.Sorted(maps.Keys(f.Identity)) {
		fmt.Fprintf(w, "  %s\t%s\n", part, f.Identity[part])
	}
	return w.Flush()
}

// boundText formats the bound and the gap.
func boundText(a *record.Audit) string {
	switch bound, gap := float64(a.Bound), a.RelativeGap(); {
	case math.IsNaN(bound):
		return "no bound"
	case math.IsNaN(gap):
		return fmt.Sprintf("%.6g, gap not audited", bound)
	case gap > 10:
		return fmt.Sprintf("%.6g, gap >1000 %%", bound)
	default:
		return fmt.Sprintf("%.6g, gap %.3g %%", bound, 100*gap)
	}
}

func chosenAmong(f *record.Fit) string {
	if len(f.Trials) == 0 {
		return ""
	}
	return fmt.Sprintf(", chosen among %d by tuning", len(f.Trials))
}

// listTrials prints the trials of tuning in order, and marks the chosen one.
func listTrials(out io.Writer, f *record.Fit) {
	if len(f.Trials) == 0 {
		return
	}
	fmt.Fprintln(out, "\ntrials of tuning\tround\tloss\toracle calls\t")
	chosen := false
	for _, t := range f.Trials {
		mark, loss := "", fmt.Sprintf("%.4g", float64(t.Loss))
		if !t.Outcome.Good() {
			loss = string(t.Outcome.Kind)
		}
		if !chosen && bytes.Equal(t.Params, f.Params) {
			mark, chosen = "chosen", true
		}
		fmt.Fprintf(out, "  %s\t%d\t%s\t%d\t%s\n", t.Params, t.Round, loss, t.Counts.Calls(), mark)
	}
}

// consequences describes the effect of a changed component of a key.
var consequences = map[string]string{
	"build": "the learner, a dependency or Go has changed: run needs -rerun or -keep",
	"data": "the content of the dataset has changed, or the decoder of its JPEG images: now " +
		jpeg.Version + ", before it that of Go",
	"harness": "the harness or the processor type has changed: run needs -rerun or -keep",
	"score":   "the sources of tuning have changed: run needs -rerun or -keep",
	"row":     "the sources of scoring have changed: run scores the row again without refitting",
	"split":   "the split has different instances now",
}

// listChanges prints what has changed since the fit.
func listChanges(out io.Writer, changes []reuse.Change) error {
	if len(changes) == 0 {
		_, err := fmt.Fprintln(out, "\nup to date: running the suite again reuses the fit")
		return err
	}
	w := columns(out)
	fmt.Fprintln(w, "\nchanged since")
	for _, c := range changes {
		fmt.Fprintf(w, "  %s\twas %s\n", c.Part, cmp.Or(c.Was, "missing"))
		if c.Reason != nil {
			fmt.Fprintf(w, "  \tnot found: %s\n",
				strings.ReplaceAll(c.Reason.Error(), "\n", "\n  \t"))
			continue
		}
		fmt.Fprintf(w, "  \tis %s\n", cmp.Or(c.Is, "missing"))
		side, _, ofRow := strings.Cut(c.Part, " ")
		if !ofRow {
			side = cmp.Or(record.SourceOf(c.Part), c.Part)
		}
		if text := consequences[side]; text != "" {
			fmt.Fprintf(w, "  \t%s\n", text)
		}
	}
	return w.Flush()
}
