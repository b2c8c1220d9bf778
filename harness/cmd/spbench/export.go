package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spbench/spbench/harness/internal/export"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// exportCommand writes scores or predictions of a run for other programs.
type exportCommand struct {
	runFolder `embed:""`
	What      string `enum:"scores,predictions,shipped" default:"scores" help:"scores (per fit, decoder and metric), predictions (per fit, decoder and instance), or shipped: an archive for run -with, shipped.zip beside the suite."`
	Format    string `enum:"jsonl,csv" default:"jsonl" help:"jsonl or csv."`
	Out       string `short:"o" placeholder:"FILE" help:"File to write, compressed if it ends in .gz or .zst; default: standard output."`
	Gold      bool   `help:"With predictions: add the true labels, which reads the data again."`
}

func (c *exportCommand) Run(t *terminal, dir string) error {
	planned, err := results.ReadPlan(dir)
	if err != nil {
		return err
	}
	if c.Gold && c.What != "predictions" {
		return fmt.Errorf("-gold needs -what predictions")
	}
	write := func(w io.Writer) error { return c.scores(t, dir, planned, w) }
	if c.What == "shipped" {
		return c.ship(t, dir, planned)
	}
	if c.What == "predictions" {
		write = func(w io.Writer) error { return c.predictions(t, dir, planned, w) }
	}
	return t.output(c.Out, write)
}

// ship writes the shipped results of a whole run.
func (c *exportCommand) ship(t *terminal, dir string, planned *plan.File) error {
	if c.Out == "" {
		return errors.New("-what shipped needs -o FILE, such as shipped.zip in the folder of the suite")
	}
	metrics, err := results.Metrics(planned)
	if err != nil {
		return err
	}
	values := func(metric string, s *record.Statistics) []float64 {
		at := slices.IndexFunc(metrics, func(m table.Metric) bool { return m.Name == metric })
		if at < 0 || s.Width == 0 {
			return nil
		}
		return stats.Jackknife(s.Counts, s.Width, metrics[at].Value)
	}
	return replaceFile(c.Out, func(w io.Writer) error {
		sum := sha256.New()
		n, err := record.Ship(dir, "spbench "+version, values, io.MultiWriter(w, sum))
		if err != nil {
			return err
		}
		if all := len(planned.Suite.Learners) * len(planned.Repeats); n < all {
			return fmt.Errorf("%d of %d fits are missing\nhint: run the suite to its end", all-n, all)
		}
		t.note("%d fits, SHA-256 %x\n", n, sum.Sum(nil))
		return nil
	})
}

func (c *exportCommand) scores(t *terminal, dir string, planned *plan.File, to io.Writer) error {
	metrics := func(dataset string) (labels []string) {
		for _, m := range planned.Suite.MetricsOn(planned.Suite.On(dataset)) {
			labels = append(labels, m.Label)
		}
		return labels
	}
	decoders := func(learner string) (labels []string) {
		for _, l := range planned.Suite.Learners {
			for _, out := range l.Decoders {
				if l.Label == learner {
					labels = append(labels, out.Label)
				}
			}
		}
		return labels
	}
	w := export.NewWriter(to, c.Format, export.Score{})
	stale, err := export.Scores(dir, metrics, decoders, w)
	if err != nil {
		return err
	}
	noteStale(t, stale)
	return w.Flush()
}

func (c *exportCommand) predictions(t *terminal, dir string, planned *plan.File,
	to io.Writer) error {
	var gold func(string) (map[string][]int32, error)
	if c.Gold {
		gold = readGold(planned, t.past(dir))
	}
	w := export.NewWriter(to, c.Format, export.Prediction{})
	unkept, stale, err := export.Predictions(dir, gold, w)
	if err != nil {
		return err
	}
	noteStale(t, stale)
	if unkept > 0 {
		t.note("warning: %d rows are left out: their predictions were not stored\n",
			unkept)
	}
	return w.Flush()
}

func noteStale(t *terminal, fits int) {
	if fits > 0 {
		t.note("warning: %d fits with stale scores are left out\n"+
			"hint: run the suite again, which scores them without refitting\n", fits)
	}
}

// readGold returns a function that reads the true labelings of a dataset, each dataset once.
func readGold(planned *plan.File, o plan.Options) func(dataset string) (map[string][]int32, error) {
	known := map[string]map[string][]int32{}
	return func(dataset string) (map[string][]int32, error) {
		if known[dataset] == nil {
			past, err := plan.Reopen(planned, dataset, o)
			if err != nil {
				return nil, err
			}
			known[dataset] = map[string][]int32{}
			for i := range past.Data.Instances {
				x := &past.Data.Instances[i]
				known[dataset][x.ID] = x.Gold
			}
		}
		return known[dataset], nil
	}
}
