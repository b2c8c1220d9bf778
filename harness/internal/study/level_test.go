package study

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	beside "github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

var tables = flag.Int("tables", 500, "tables of each cell of a simulation of verdicts")

// A verdictWorld draws tables of rows with equal means: 0.5 + 0.1·(effect of the training set,
// standard deviation 0.3 or training, + effect of the instance, 1, + noise, 0.5).
type verdictWorld struct {
	name    string
	sizes   []int // of the groups in each test set; nil: none
	unequal bool  // test sets of 6 to 48 instances; else 12
	heavy   bool  // Student's t with three degrees of freedom
	copies  bool  // every second row is nearly the first
	// training is the standard deviation of its effects, or 0.3; still the factor for every second
	// row, or 1
	training, still float64
}

var verdictWorlds = []verdictWorld{
	{name: "usual"}, {name: "4 groups", sizes: []int{4, 4, 4, 4}},
	{name: "12 unequal groups", sizes: []int{1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 6, 9}},
	{name: "near copies", copies: true}, {name: "heavy tails", heavy: true},
	{name: "unequal sizes", unequal: true}, {name: "half deterministic", still: 1. / 6},
	{name: "much to test, half deterministic", still: 1. / 3, training: 9},
}

// draw returns the entries of rows on a dataset, by each decoder, with shifted means.
func (w verdictWorld) draw(r *rand.Rand, dataset string, splits int, rows, decoders string,
	shift []float64) (entries []table.Entry) {
	noise := func() float64 {
		x := r.NormFloat64()
		if w.heavy {
			x /= math.Hypot(r.NormFloat64(), math.Hypot(r.NormFloat64(), r.NormFloat64()))
		}
		return x
	}
	effects := map[string]float64{} // of groups on rows
	for split := range splits {
		n, groups := 12, []string(nil)
		if w.unequal {
			n = 6 << r.IntN(4)
		}
		for g, size := range w.sizes {
			groups = append(groups, slices.Repeat([]string{fmt.Sprint(g)}, size)...)
			n = len(groups)
		}
		var names []string
		var before []float64
		for i := range n {
			names = append(names, fmt.Sprint(100*split+i))
		}
		for k, label := range strings.Fields(rows) {
			own, training := make([]float64, n), cmp.Or(w.training, 0.3)*r.NormFloat64()
			if k%2 == 1 {
				training *= cmp.Or(w.still, 1)
			}
			for i := range own {
				own[i] = training + noise()
				if groups != nil {
					of := label + groups[i]
					if _, known := effects[of]; !known {
						effects[of] = noise()
					}
					own[i] += effects[of]
				}
				if w.copies && k%2 == 1 {
					own[i] = before[i] + 0.05*own[i]
				}
			}
			if k == 0 {
				before = own
			}
			for _, decoder := range strings.Fields(decoders) {
				losses := make([]float64, n)
				for i, x := range own {
					losses[i] = 0.5 + shift[k] + 0.1*(x+0.5*noise())
				}
				e := entry(dataset, label, split, 0, losses)
				e.Decoder, e.TestOverlap = decoder, 0
				e.Fit.Test, e.Fit.Train = names, []string{fmt.Sprint(-1 - split)}
				if groups != nil {
					e.Fit.Groups, e.TestGroups, e.TestOverlap = groups, len(w.sizes), 1
					e.LearnedGroups = e.TestGroups
				}
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// counts has the number of tables with something, by name.
type counts map[string]int

func (c counts) add(what string, is bool) {
	c[what] += map[bool]int{true: 1}[is]
}

// simulate calls one for each table of each cell, and checks the shares of tables with a false
// verdict, which one counts. Fewer than 2000 tables take one cell of each world; 500 tables have a
// standard error of 0.011, and two of them are allowed. Cells that warn in 95 % of tables may have
// more.
func simulate(t *testing.T, one func(r *rand.Rand, w verdictWorld, splits int,
	count counts) *table.Table) {
	longtest.Skip(t)
	n, slack := *tables, 0.0
	if n < 2000 {
		slack = 2 * math.Sqrt(0.06*0.94/float64(n))
	}
	for i, w := range verdictWorlds {
		for j, splits := range []int{3, 5, 10, 20} {
			if n < 2000 && (i+j)%4 > 0 {
				continue // one cell of each world
			}
			count, warned := counts{}, 0
			for seed := range n {
				tab := one(pcg(uint64(seed), uint64(splits)), w, splits, count)
				if tab.Columns[0].Warning != "" {
					warned++
				}
			}
			line := fmt.Sprintf("| %s | %d | warned %.2f |", w.name, splits, float64(warned)/float64(n))
			for _, what := range slices.Sorted(maps.Keys(count)) {
				line += fmt.Sprintf(" %s %.3f |", what, float64(count[what])/float64(n))
				if strings.HasPrefix(what, "false") && float64(count[what])/float64(n) > 0.06+slack &&
					float64(warned) < 0.95*float64(n) {
					t.Errorf("%s, %d splits: %s %.3f", w.name, splits, what, float64(count[what])/float64(n))
				}
			}
			t.Log(line)
		}
	}
}

// TestLevelOfClaims: beside two true orders, one of two claims about equal rows, the second over
// decoders, has a verdict in at most 5 % of tables.
//
//	SPBENCH_LONG=1 go test ./harness/internal/study -run TestLevelOf -tables 2000 -v
func TestLevelOfClaims(t *testing.T) {
	s := must(suite.Parse("suite.yaml", []byte("datasets:\n"+
		"  - ocr: {as: d, split: {train: 9, test: 12}}\n"+
		"learners: [crf: {as: a}, crf: {as: b}, crf: {as: e, decoders: [map]}]\ndecoders: [map, lbp]\n"+
		"sensitivity: {decoders: [lbp]}\n")))(t)
	paper := must(suite.ParsePublished("published.yaml", []byte("source: A paper\nmetric: hamming\n"+
		"datasets: {d: {data: ocr, split: {train: 9, test: 12}}}\n"+
		"rows: {a: {d: 30}, b: {d: 60}, e: {d: 5}}\n"+
		"claims: {d: [a < b, e < a, {claim: e < b, over: [decoder]}, "+
		"{claim: b < a, over: [decoder]}]}\n")))(t)
	simulate(t, func(r *rand.Rand, w verdictWorld, splits int, count counts) *table.Table {
		entries := w.draw(r, "d", splits, "a b e", "map lbp", []float64{0, 0, -0.1})
		entries = slices.DeleteFunc(entries, func(e table.Entry) bool {
			return e.Label == "e" && e.Decoder == "lbp"
		})
		tab := must(beside.Build("", entries, table.Options{Suite: s, Metrics: []table.Metric{wrong}},
			paper))(t)
		found := func(claim int) bool {
			return slices.Contains([]stats.Verdict{stats.Holds, stats.Reversed}, tab.Claims[claim].Outcome)
		}
		count.add("false order", found(0) || found(3))
		count.add("order found", tab.Claims[1].Outcome == stats.Holds)
		return tab
	})
}

// TestLevelOfHeadroom: structure that gains nothing is said to gain in at most 5 % of cells, and a
// row that is worse by the rope is level in at most 5 %. The rope is a quarter of 40 points.
func TestLevelOfHeadroom(t *testing.T) {
	d := suite.Dataset{Label: "d", Panel: &suite.Panel{Name: "grid", Factors: []string{"x", "y"},
		Values: []string{"1", "1"}}}
	r := &Run{Metrics: []table.Metric{wrong}, Suite: &suite.Suite{Datasets: []suite.Dataset{d},
		Headroom: &suite.Headroom{Of: "none", To: "A", Share: 0.25}}}
	level := func(cell string) bool { return strings.Contains(cell, "of 3") }
	simulate(t, func(random *rand.Rand, w verdictWorld, splits int, count counts) *table.Table {
		for _, c := range []struct {
			what  string
			shift []float64 // of A, none and B
			found func(cell string) bool
		}{
			{"false gain", []float64{0, 0, 0}, func(cell string) bool { return cell != noGain }},
			{"false level", []float64{0, 0.4, 0.1}, level},
			{"level found", []float64{0, 0.4, 0}, level},
		} {
			if c.what == "level found" && *tables < 2000 {
				continue // power, once
			}
			r.Entries = w.draw(random, "d", splits, "A none B", "map", c.shift)
			r.Table = must(table.Build("", r.Entries,
				table.Options{Metrics: r.Metrics, Suite: r.Suite}))(t)
			count.add(c.what, c.found(lines(phases(r))[1][2]))
		}
		return r.Table
	})
}

// TestLevelOfMarks: the last of ten rows is clearly worse. The others are equal. In at most 6 % of
// tables two of them differ, or the tables warn.
func TestLevelOfMarks(t *testing.T) {
	const rows = "a b c d e f g h i j"
	shift := make([]float64, 10)
	shift[9] = 1000
	simulate(t, func(r *rand.Rand, w verdictWorld, splits int, count counts) *table.Table {
		entries := w.draw(r, "d", splits, rows, "map", shift)
		tab := must(table.Build("", entries, table.Options{Metrics: []table.Metric{wrong}}))(t)
		marked := func(worst bool) bool {
			return slices.ContainsFunc(tab.Pairs(), func(p table.Pair) bool {
				return p.Adjusted <= tab.Alpha && max(p.A, p.B) == 9 == worst
			})
		}
		count.add("false mark", marked(false))
		count.add("mark found", marked(true))
		return tab
	})
}
