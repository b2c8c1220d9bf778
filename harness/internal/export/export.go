package export

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
)

// each calls use with the records for the table of a run folder, in the order of appending: for
// each place the record appended last. It leaves out and counts stale records, see
// [record.Current]. Shipped fits of other machines have no seconds.
func each(dir string, use func(f *record.Fit) error) (stale int, err error) {
	fits, _, err := record.Load(dir)
	if err != nil {
		return 0, fmt.Errorf("export: %w", err)
	}
	at, left := record.Current(fits)
	elsewhere := record.Elsewhere(at)
	for _, f := range slices.SortedStableFunc(maps.Values(at), func(a, b *record.Fit) int {
		return cmp.Or(a.Times.Appended.Compare(b.Times.Appended), cmp.Compare(a.Key, b.Key))
	}) {
		if elsewhere(f) {
			f.Times.Fit.Wall, f.Times.Fit.CPU = record.Number(math.NaN()), record.Number(math.NaN())
		}
		if err := use(f); err != nil {
			return len(left), fmt.Errorf("export: %w", err)
		}
	}
	return len(left), nil
}

// Origin identifies the fit and the decoder of a line.
type Origin struct {
	Suite        string `json:"suite" help:"its name"`
	Dataset      string `json:"dataset" help:"label of the dataset"`
	Split        int    `json:"split" help:"index among the distinct splits of the dataset"`
	Seed         string `json:"seed" help:"a number, or of split/learner/tuning where each has its own"`
	SeedOfSplit  uint64 `json:"seed_split" help:"the seed that drew split and hidden labels"`
	SeedOfFit    uint64 `json:"seed_learner" help:"the seed of the learner"`
	SeedOfTuning uint64 `json:"seed_tune" help:"the seed that drew what parameters are chosen on"`
	Learner      string `json:"learner" help:"label of the learner"`
	Plugin       string `json:"plugin" help:"name of the learner"`
	Decoder      string `json:"decoder" help:"label of the decoder"`
	Fit          string `json:"fit" help:"key of the fit, which spbench why explains"`
	Row          string `json:"row" help:"key of the row; empty where the fit has none"`
}

func of(f *record.Fit, decoder string, r *record.Row) Origin {
	o := Origin{
		Suite: f.Suite, Dataset: f.Dataset, Split: f.Split, Seed: f.Seed.String(),
		SeedOfSplit: f.Seed.Split, SeedOfFit: f.Seed.Learner, SeedOfTuning: f.Seed.Tune,
		Learner: f.Label, Plugin: f.Learner, Decoder: decoder, Fit: f.Key,
	}
	if r != nil {
		o.Row = r.Key
	}
	return o
}

// labelOf returns the label of a row, by default the name of its decoder.
func labelOf(r *record.Row) string { return cmp.Or(r.Label, r.Decoder) }
