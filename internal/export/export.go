package export

import (
	"cmp"
	"fmt"

	"github.com/spbench/spbench/internal/record"
)

// A fitLine is what is remembered of the record that counts in one place of the table.
type fitLine struct {
	key      string
	appended int64 // ns
	score    string
}

// each calls use with the records of a run folder that its table is made of: of each place the one that was appended last, and none that other
// sources scored than the last one of all, which are counted. Records come in the order of the files.
func each(dir string, use func(f *record.Fit) error) (stale int, err error) {
	last := map[record.Place]fitLine{}
	var newest fitLine // that has rows
	err = record.Heads(dir, func(h *record.Head, whole func() (record.Fit, error)) error {
		f, err := whole()
		if err != nil {
			return err
		}
		line := lineOf(&f)
		if old, ok := last[h.Place()]; !ok || line.appended >= old.appended {
			last[h.Place()] = line
		}
		if len(f.Rows) > 0 && line.appended >= newest.appended {
			newest = line
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("export: %w", err)
	}
	err = record.Heads(dir, func(h *record.Head, whole func() (record.Fit, error)) error {
		if last[h.Place()].key != h.Key {
			return nil
		}
		f, err := whole()
		if err != nil {
			return err
		}
		switch line := lineOf(&f); {
		case line != last[h.Place()]: // appended since, or before
			return nil
		case len(f.Rows) > 0 && line.score != newest.score:
			stale++
			return nil
		}
		return use(&f)
	})
	if err != nil {
		return stale, fmt.Errorf("export: %w", err)
	}
	return stale, nil
}

func lineOf(f *record.Fit) fitLine {
	line := fitLine{key: f.Key, appended: f.Times.Appended.UnixNano()}
	if len(f.Rows) > 0 {
		line.score = f.Rows[0].Score
	}
	return line
}

// Of says of which fit and output a line is.
type Of struct {
	Suite        string `json:"suite" help:"its name"`
	Dataset      string `json:"dataset" help:"label of the dataset"`
	Split        int    `json:"split" help:"index among the distinct splits of the dataset"`
	Seed         string `json:"seed" help:"a number, or of split/learner/tuning where each has its own"`
	SeedOfSplit  uint64 `json:"seed_split" help:"the seed that drew split and hidden labels"`
	SeedOfFit    uint64 `json:"seed_learner" help:"the seed of the learner"`
	SeedOfTuning uint64 `json:"seed_tune" help:"the seed that drew what parameters are chosen on"`
	Learner      string `json:"learner" help:"label of the learner"`
	Plugin       string `json:"plugin" help:"name of the learner"`
	Output       string `json:"output" help:"label of the output"`
	Fit          string `json:"fit" help:"key of the fit, which spbench why explains"`
	Row          string `json:"row" help:"key of the row; empty where the fit has none"`
}

func of(f *record.Fit, output string, r *record.Row) Of {
	o := Of{
		Suite: f.Suite, Dataset: f.Dataset, Split: f.Split, Seed: f.Seed.String(), SeedOfSplit: f.Seed.Split, SeedOfFit: f.Seed.Learner, SeedOfTuning: f.Seed.Tune,
		Learner: f.Label, Plugin: f.Learner, Output: output, Fit: f.Key,
	}
	if r != nil {
		o.Row = r.Key
	}
	return o
}

// labelOf returns the label of a row, which defaults to the name of its output.
func labelOf(r *record.Row) string { return cmp.Or(r.Label, r.Output) }
