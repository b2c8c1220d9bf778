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

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/sp"
)

// whyCommand shows what an outcome depends on, and what of that has changed.
type whyCommand struct {
	rowOfRun `embed:""`
}

func (c *whyCommand) Run(t *terminal, o *options) error {
	dir, err := c.folder(o)
	if err != nil {
		return err
	}
	plan, fits, err := results.ReadFits(dir, t.warn)
	if err != nil {
		return err
	}
	if c.Row == "" {
		return listRows(t.out, fits)
	}
	chosen, err := chooseRow(fits, c.Row)
	if err != nil {
		return err
	}
	if err := results.ReadRow(dir, chosen.fit); err != nil {
		return err
	}
	if err := explain(t.out, chosen); err != nil {
		return err
	}
	return listChanges(t.out, run.Changes(plan, chosen.fit, chosen.row, o.past(t, dir)))
}

// folder returns the run folder dir; "" means the latest one.
func (o *options) folder(dir string) (string, error) {
	if dir != "" {
		return dir, nil
	}
	return record.Latest(o.Results)
}

// listRows prints the start of the key of each row, and what the row is.
func listRows(out io.Writer, fits []record.Fit) error {
	fits = slices.Clone(fits)
	slices.SortStableFunc(fits, func(a, b record.Fit) int {
		return cmp.Or(strings.Compare(a.Dataset, b.Dataset), cmp.Compare(a.Split, b.Split), a.Seed.Compare(b.Seed), strings.Compare(a.Label, b.Label))
	})
	w := columns(out)
	fmt.Fprintln(w, "row\tfit\tdataset\tsplit\tseed\tlearner\tdecoder\toutcome\t")
	line := func(c chosenRow, row, decoder string) {
		f := c.fit
		fmt.Fprintf(w, "%.8s\t%.8s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", row, f.Key, f.Dataset, f.Split, f.Seed, f.Label, decoder, c.outcome().Kind, metricsText(c.row))
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

// endings word how a fit ended.
var endings = map[sp.End]string{
	sp.Converged: "converged", sp.Stalled: "stalled", sp.StoppedChanging: "stopped changing",
	sp.EndedByLimit: "at a limit of its own", sp.EndedByBudget: "cut short by the budget", sp.EndedByTime: "at the time limit",
}

// explain prints what a row is and the parts that its key is the hash of.
func explain(out io.Writer, c chosenRow) error {
	w := columns(out)
	f := c.fit
	fmt.Fprintf(w, "%s\n", c)
	fmt.Fprintf(w, "outcome\t%s\n", strings.TrimSpace(string(c.outcome().Kind)+" "+c.outcome().Reason))
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
		fmt.Fprintf(w, "objective\t%.6g, %s with λ = %.4g\n", float64(a.Objective), a.Kind, float64(a.Lambda))
		fmt.Fprintf(w, "bound\t%s\n", boundText(a))
	}
	if f.WeightsFile != "" {
		fmt.Fprintf(w, "fitted\tweights/%s.bin\n", f.WeightsFile)
	}
	fmt.Fprintf(w, "written\t%s on %s\n", f.Times.Appended.Local().Format("2006-01-02 15:04:05"), strings.TrimPrefix(f.Times.Node+": "+f.Times.Machine, ": "))
	if f.Times.Limits != "" {
		fmt.Fprintf(w, "timed under\tlimits %s, of the run that it is taken over from\n", f.Times.Limits)
	}
	listTrials(w, f)
	if c.row != nil {
		fmt.Fprintf(w, "\nkey of the row\t%s\n", c.row.Key)
		fmt.Fprintf(w, "  fit\t%s\n  decoder\t%s%s\n  score\t%s\n", f.Key, c.row.Decoder, c.row.Args, c.row.Score)
	}
	fmt.Fprintf(w, "\nkey of the fit\t%s\n", f.Key)
	for _, part := range slices.Sorted(maps.Keys(f.Identity)) {
		fmt.Fprintf(w, "  %s\t%s\n", part, f.Identity[part])
	}
	return w.Flush()
}

// boundText says how far from the optimum a fit is.
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

// listTrials prints the trials of tuning in the order in which they were made, the
// chosen one with a mark.
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

// consequences say what follows from a change to a part of an identity, or to a side of it.
var consequences = map[string]string{
	"build":   "the learner has changed: its sources, a dependency that computes, or Go; to run the suite asks for -rerun or -keep",
	"data":    "the content of the dataset is another",
	"harness": "spbench has a new version of the harness around fits, or runs on another kind of processor; to run the suite asks for -rerun or -keep",
	"score":   "spbench now tunes with other sources; to run the suite asks for -rerun or -keep",
	"row":     "spbench now scores with other sources; to run the suite scores the row again, and does not fit",
	"split":   "the same split of the suite now draws other instances",
}

// listChanges prints what has changed since the fit.
func listChanges(out io.Writer, changes []run.Change) error {
	if len(changes) == 0 {
		_, err := fmt.Fprintln(out, "\nnothing of this has changed: to run the suite again finds the fit done")
		return err
	}
	w := columns(out)
	fmt.Fprintln(w, "\nchanged since")
	for _, c := range changes {
		fmt.Fprintf(w, "  %s\twas %s\n", c.Part, cmp.Or(c.Was, "not there"))
		if c.Reason != nil {
			fmt.Fprintf(w, "  \tnot found now: %s\n", strings.ReplaceAll(c.Reason.Error(), "\n", "\n  \t"))
			continue
		}
		fmt.Fprintf(w, "  \tis %s\n", cmp.Or(c.Is, "not there"))
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
