package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
)

// TestVariance: row A depends on its seed, B on its training set, and C on neither.
func TestVariance(t *testing.T) {
	random := pcg(1, 2)
	hard := make([]float64, 200)
	for i := range hard {
		hard[i] = random.Float64()
	}
	rows := map[string][][][]float64{}
	for range 6 {
		split := 0.2 * random.NormFloat64()
		fits := map[string][][]float64{}
		for _, seed := range []float64{-0.2, -0.1, 0.1, 0.2} {
			for label, shift := range map[string]float64{"A": seed, "B": split, "C": 0} {
				var losses []float64
				for _, h := range hard {
					losses = append(losses, h+shift)
				}
				fits[label] = append(fits[label], losses)
			}
		}
		for label, f := range fits {
			rows[label] = append(rows[label], f)
		}
	}
	section := variance(run(t, world{"words": rows}))
	for i, most := range []int{6, 5, 7} { // seeds, splits, instances
		line := lines(section)[i]
		if len(line[most]) < 2 || line[most] < "60" && line[most] != "100" {
			t.Errorf("%s: %v, want most of it in %s", line[1], line, headings(section.Grid)[most])
		}
	}
}

// TestVarianceOfCrossedSeeds: rows have 5 splits with 3 tune × 4 learner seeds. A depends on its
// tune seed, B on its learner seed, and C on both together. The largest share of the mean's
// variance comes from the same source.
func TestVarianceOfCrossedSeeds(t *testing.T) {
	const tunes, learners = 3, 4
	random := pcg(4, 4)
	rows := map[string][][][]float64{}
	for range 5 {
		tune, learner := make([]float64, tunes), make([]float64, learners)
		for _, effects := range [][]float64{tune, learner} {
			for i := range effects {
				effects[i] = random.NormFloat64()
			}
		}
		fits := map[string][][]float64{}
		for k := range tunes * learners {
			for label, effect := range map[string]float64{"A": tune[k/learners],
				"B": learner[k%learners], "C": random.NormFloat64()} {
				fits[label] = append(fits[label], []float64{effect, effect + 0.1})
			}
		}
		for label, f := range fits {
			rows[label] = append(rows[label], f)
		}
	}
	r := run(t, world{"words": rows})
	for i := range r.Entries {
		e := &r.Entries[i]
		k := e.Seed.Learner - 1
		e.Seed = record.Seeds{Split: uint64(e.Split + 1), Tune: k/learners + 1,
			Learner: k%learners + 1}
	}
	tabulate(t, r)
	section := variance(r)
	for i, most := range []string{"tune seeds", "learner seeds", "both seeds"} {
		line := lines(section)[i]
		share := line[slices.Index(headings(section.Grid), most+" %")]
		if len(share) < 2 || share < "60" && share != "100" ||
			!strings.HasPrefix(line[len(line)-1], most+" ") {
			t.Errorf("%s: %v of %v, want most in %s", line[1], line, headings(section.Grid), most)
		}
	}
	if over := r.Table.Columns[0].Over; over != "5 splits, averaged over the 3 tune × 4 learner "+
		"seeds within each" {
		t.Errorf("the table averages over %s", over)
	}
}

// TestVarianceOfSharedTraining: if training sets share 0.9 of their instances, ± splits is √10
// times as large, with a note. A negative estimate shows as ≤ 0.
func TestVarianceOfSharedTraining(t *testing.T) {
	w := world{"words": {"A": {{{0.1, 0.1}}, {{0.3, 0.3}}},
		"B": {{{0.1, 0.1}, {0.3, 0.3}}, {{0.3, 0.3}, {0.11, 0.11}}}}}
	for overlap, want := range map[float64][2]string{
		0: {"14.1", ""},
		0.9: {"44.7", "words: one seed for each split, so splits include the variance of seeds. " +
			"Also, training sets share 90 % of their instances."},
		math.NaN(): {"", "overlap of training sets is unknown"},
	} {
		r := run(t, w)
		for i := range r.Entries {
			r.Entries[i].Overlap = overlap
		}
		tabulate(t, r)
		section := variance(r)
		a, b := lines(section)[0], lines(section)[1]
		if !strings.HasPrefix(a[2], want[0]) || !strings.Contains(textOf(section), want[1]) {
			t.Errorf("overlap %v: %v\n%v", overlap, a, section.Text)
		}
		if overlap < 1 && (b[2] != "≤ 0" || b[5] != "0" || b[6] != "100") {
			t.Errorf("a negative estimate: %v", b)
		}
	}
}

// TestVarianceUnknown: a quantity that a design cannot estimate has a note and no share.
func TestVarianceUnknown(t *testing.T) {
	section := variance(run(t, world{
		"one split":   {"A": {{{0.1, 0.2}, {0.3, 0.4}}}},
		"seed splits": {"A": {{{0.1, 0.2}}, {{0.3, 0.4}}, {{0.2, 0.3}}}},
	}))
	if line := lines(section)[0]; line[2] != "" || line[5]+line[6]+line[7] != "" || line[3] == "" {
		t.Errorf("one split: %v", line)
	}
	if line := lines(section)[1]; line[3]+line[6] != "" || line[2] == "" || line[5] == "" {
		t.Errorf("a seed for each split: %v", line)
	}
	text := textOf(section)
	says(t, text, "one split: one split. The variance between training sets is unknown",
		"seed splits: one seed for each split")
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
