package table_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// With a control there are as many comparisons as other rows.
func TestPlannedPowerAgainstAControl(t *testing.T) {
	var entries []table.Entry
	s := &suite.Suite{Against: "b"}
	for _, label := range []string{"a", "b", "c"} {
		entries = append(entries, table.Entry{Planned: table.Planned{Dataset: "d", Seed: record.Seed(1), Train: 900, Test: 100}, Label: label, Decoder: "map"})
		s.Learners = append(s.Learners, suite.Learner{Label: label})
	}
	says(t, strings.Join(table.PlannedPower(entries, s), "\n"),
		"among 2 comparisons with b it finds", ", or a smaller one, with power 0.8")
	s.Against = ""
	says(t, strings.Join(table.PlannedPower(entries, s), "\n"), "among 3 pairs it finds",
		"smaller one")
}

// Eight rows on three splits may have a prior with seven degrees of freedom. By the quantiles of
// Student's t with nine, for 28 pairs, (4.3744 + 0.8834)·√(1/3 + 1/4) = 4.02; with two, 18.9.
func TestPlannedPowerOfManyRows(t *testing.T) {
	text := strings.Join(table.PlannedPower(crossed(1, 8, 3, 10, 0), &suite.Suite{}), "\n")
	says(t, text, "finds a difference of 4.02 standard deviations over splits, if all rows vary alike, "+
		"with power 0.8")
}

// By the quantiles of Student's t, (1.9842 + 0.8453)/10 = 0.2830; with ten splits of which nothing
// is shared (2.2622 + 0.8834)/√10 = 0.9947; in cross-validation times sqrt(1 + 10/9) more.
func TestPlannedPowerOfAPlan(t *testing.T) {
	entries := func(splits int, overlap float64) (list []table.Entry) {
		for _, label := range []string{"a", "b"} {
			for split := range splits {
				list = append(list, table.Entry{Planned: table.Planned{Dataset: "d", Split: split, Seed: record.Seed(1), Train: 900, Test: 100, Overlap: overlap}, Label: label, Decoder: "map"})
			}
		}
		return list
	}
	for _, c := range []struct {
		splits  int
		overlap float64
		want    string
	}{
		{1, 0,
			"d: sign flips by instance; among 1 pair it finds a difference of 0.283 standard deviations over test instances with power 0.8"},
		{2, 0, "d: no test, two splits are too few"},
		{10, 0, "finds a difference of 0.995 standard deviations over splits"},
		{10, 8. / 9, "finds a difference of 1.45 standard deviations over splits"},
	} {
		says(t, strings.Join(table.PlannedPower(entries(c.splits, c.overlap), &suite.Suite{}),
			"\n"), c.want)
	}
}

// Planned expects about what the table finds from the same splits, and about half of it from four
// times as many. The splits for the rope do not depend on the planned ones.
func TestPlannedInUnitsOfTheMetric(t *testing.T) {
	two := func(splits int) []table.Entry {
		list := slices.DeleteFunc(run("words", splits, 100, true), func(e table.Entry) bool {
			return e.Decoder != "map" || e.Label != "CRF" && e.Label != "S-SVM (BCFW)"
		})
		for i := range list {
			list[i].Overlap = 0.1
		}
		return list
	}
	tab := must(table.Build("", two(6), table.Options{Metrics: []table.Metric{hamming},
		Suite: &suite.Suite{Rope: 2}}))(t)
	found := func(splits int) (size float64, needed int) {
		lines := claims.Planned(tab, two(splits))
		if len(lines) != 1 {
			t.Fatalf("planned: %q", lines)
		}
		const text = "words: CRF map − S-SVM (BCFW) map: finds %f in hamming %%; for 2: needs about %d splits"
		if _, err := fmt.Sscanf(lines[0], text, &size, &needed); err != nil {
			t.Fatalf("%q: %v", lines[0], err)
		}
		return size, needed
	}
	was := 100 * float64(tab.Columns[0].Detectable)
	same, needed := found(6)
	more, again := found(24)
	if math.Abs(same-was) > 0.12*was || more < 0.35*was || more > 0.6*was {
		t.Errorf("the table finds %.3g, planned %.3g, with 24 splits %.3g", was, same, more)
	}
	// An interval as narrow as the rope is ± 1. The power takes another t₀.₈ of 0.9 standard errors.
	if enough, _ := found(needed); needed != again || enough < 1.25 || enough > 1.45 {
		t.Errorf("the rope needs %d splits, or %d, which find %.3g", needed, again, enough)
	}
}

// The detectable difference is that of pairs with the best row, or with the control. Of six rows
// two are noisy and far behind: most pairs are noisy, but not most of those with the best row.
func TestDetectableIsFromTheBestRow(t *testing.T) {
	rows := map[string][]float64{}
	for r, label := range []string{"a", "b", "c", "d", "e", "f"} {
		mean, spread := 0.2, 0.01
		if r > 3 {
			mean, spread = 0.6, 0.3
		}
		noise := pcg(1, uint64(r))
		for range 60 {
			rows[label] = append(rows[label], mean+spread*noise.NormFloat64())
		}
	}
	found := func(control string, labels ...string) float64 {
		tab := must(table.Build("", fits(rows, labels...), table.Options{
			Metrics: []table.Metric{hamming}, Suite: &suite.Suite{Against: control}}))(t)
		return float64(tab.Columns[0].Detectable)
	}
	steady := found("", "a", "b", "c", "d")
	if all := found("", "a", "b", "c", "d", "e", "f"); !(all < 1.5*steady) {
		t.Errorf("with noisy rows the tests find %v, without %v", all, steady)
	}
	if against := found("f", "a", "b", "c", "d", "e", "f"); !(against > 5*steady) {
		t.Errorf("against a noisy row the tests find %v, else %v", against, steady)
	}
}
