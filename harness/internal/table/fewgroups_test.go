package table

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// A pooledGroups draws differences with mean 0 on 20 splits of a pool whose groups are in training and
// in test sets: effects of groups, instances, training instances and both.
type pooledGroups struct {
	groups, per int
	spread      float64 // standard deviation of the effects of groups; that of instances is 1
	unequal     bool    // sizes of groups are Dirichlet(0.7)
}

// draw returns the samples by group, and the layout of the splits.
func (w pooledGroups) draw(r *rand.Rand) ([]stats.Sample, stats.Layout) {
	const splits = 20
	var group []int
	for g, share := range w.shares(r) {
		for range max(2, int(share*float64(w.groups*w.per))) {
			group = append(group, g)
		}
	}
	pool := len(group)
	train, test := min(60, pool/4), min(150, pool/2)
	of, own, role := normals(r, w.groups), normals(r, pool), normals(r, pool)
	parts := make([]stats.Sample, splits)
	tested := make([]map[int]bool, splits)
	for j := range parts {
		order, set := r.Perm(pool), 0.0
		for _, i := range order[:train] {
			set += 0.5 * role[i] / math.Sqrt(float64(train*test))
		}
		tested[j] = map[int]bool{}
		for _, i := range order[train : train+test] {
			parts[j].Instances = append(parts[j].Instances, group[i])
			tested[j][group[i]] = true
			parts[j].Values = append(parts[j].Values,
				set+w.spread*of[group[i]]+own[i]+0.5*r.NormFloat64())
		}
	}
	common, pairs := 0.0, 0.0
	for j := range tested {
		for k := range j {
			both := 0.0
			for g := range tested[j] {
				if tested[k][g] {
					both++
				}
			}
			common += 2 * both / float64(len(tested[j])+len(tested[k]))
			pairs++
		}
	}
	return byGroup(parts), stats.Layout{Sets: splits, Training: float64(train) / float64(pool),
		Tests: common / pairs}
}

func (w pooledGroups) shares(r *rand.Rand) []float64 {
	shares, all := make([]float64, w.groups), 0.0
	for g := range shares {
		if shares[g] = 1; w.unequal {
			shares[g] = gamma(r, 0.7)
		}
		all += shares[g]
	}
	for g := range shares {
		shares[g] /= all
	}
	return shares
}

// gamma draws from the gamma distribution of a shape below 1 (Ahrens & Dieter 1974, GS).
func gamma(r *rand.Rand, shape float64) float64 {
	for b := 1 + shape/math.E; ; {
		if p := b * r.Float64(); p <= 1 {
			if x := math.Pow(p, 1/shape); r.ExpFloat64() >= x {
				return x
			}
		} else if x := -math.Log((b - p) / shape); r.Float64() <= math.Pow(x, shape-1) {
			return x
		}
	}
}

func normals(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

// one draws one split that tests the pool.
func (w pooledGroups) one(r *rand.Rand) stats.Sample {
	var s stats.Sample
	for g, share := range w.shares(r) {
		common := w.spread * r.NormFloat64()
		for range max(2, int(share*float64(w.groups*w.per))) {
			s.Instances, s.Values = append(s.Instances, g), append(s.Values, common+r.NormFloat64())
		}
	}
	return byGroup([]stats.Sample{s})[0]
}

var worlds = flag.Int("worlds", 500, "repetitions of each cell of TestFewGroups, in a long test")

// Equal rows on few groups, or on groups of unequal sizes, differ significantly in at most 6 % of
// tables, or the table warns in 95 %. On one training set intervals hold their level, too. Lines
// give: level on 20 splits, on one, intervals of Student's t and of sign flips that miss the
// truth, warnings, and the median G*.
func TestFewGroups(t *testing.T) {
	n, slack := 40, 3*math.Sqrt(0.05*0.95/40)
	if longtest.Enabled() {
		n, slack = *worlds, 0
		if n < 2000 { // two standard errors of so few tables
			slack = 2 * math.Sqrt(0.06*0.94/float64(n))
		}
	}
	for _, w := range []pooledGroups{
		{2, 200, 1, false}, {3, 150, 1, false}, {4, 120, 1, false}, {6, 80, 1, false},
		{10, 50, 1, false}, {20, 30, 1, false}, {55, 20, 1, false},
		{4, 60, 1, true}, {10, 60, 1, true}, {55, 60, 1, true},
		{2, 200, .3, false}, {3, 150, .3, false}, {4, 120, .3, false}, {6, 80, .3, false},
		{10, 50, .3, false}, {20, 30, .3, false}, {55, 20, .3, false},
		{4, 60, .3, true}, {10, 60, .3, true}, {55, 60, .3, true},
	} {
		if !longtest.Enabled() && (w.groups > 10 || w.spread < 1) {
			continue
		}
		var effective []float64
		splits, one, student, joint, warned := 0.0, 0.0, 0.0, 0.0, 0.0
		add := func(to *float64, found bool) {
			if found {
				*to += 1 / float64(n)
			}
		}
		excludes := func(low, high float64) bool { return low > 0 || high < 0 }
		for seed := range n {
			r := rand.New(rand.NewPCG(uint64(seed), 31))
			parts, layout := w.draw(r)
			g := stats.EffectiveGroups(parts)
			effective = append(effective, g)
			add(&warned, math.Round(g) < fewGroups)
			add(&splits, layout.Test(parts, stats.Prior{}).P <= 0.05)
			s := w.one(r)
			test, values := stats.OneSplit(s), flipped(s)
			flips := stats.FlipPairs(nil, [][]float64{values, make([]float64, len(values))},
				[][2]int{{0, 1}})
			add(&one, flips.P[0] <= 0.05)
			add(&student, excludes(test.Interval(0.95)))
			add(&joint, excludes(flips.Interval(&test, 0.95)))
		}
		slices.Sort(effective)
		t.Logf("| %+v | %.3f | %.3f | %.3f | %.3f | %.3f | %.1f |", w, splits, one, student, joint,
			warned,
			effective[n/2])
		if worst := max(splits, one, student, joint); worst > 0.06+slack && warned < 0.95 ||
			worst > 0.08+slack {
			t.Errorf("%+v: level %.3f, one split %.3f, intervals %.3f and %.3f, warned %.3f", w, splits,
				one, student, joint, warned)
		}
	}
}

// Tables of fewer than ten groups warn, on one split as on several; others do not.
func TestFewGroupsWarning(t *testing.T) {
	for _, c := range []struct {
		splits, groups int
		warns          bool
	}{{1, 8, true}, {1, 12, false}, {4, 8, true}, {4, 12, false}} {
		var entries []Entry
		for row, label := range []string{"a", "b"} {
			for split := range c.splits {
				e := Entry{Planned: Planned{Dataset: "d", Split: split, TestGroups: c.groups, Test: 2 * c.groups, Train: 9, Overlap: 0.2, TestOverlap: 1}, Label: label, Decoder: "map",
					Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}},
					Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"m": 0}}}
				var s record.Statistics
				for i := range 2 * c.groups {
					e.Fit.Test = append(e.Fit.Test, fmt.Sprint(i))
					e.Fit.Groups = append(e.Fit.Groups, fmt.Sprint(i/2))
					s.Num = append(s.Num, float64((i*(7+row)+3*split)%11))
					s.Den = append(s.Den, 1)
				}
				e.Row.Instances = map[string]record.Statistics{"m": s}
				entries = append(entries, e)
			}
		}
		tab, err := Build("s", entries, Options{Metrics: []Metric{{Name: "m"}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(tab.Columns[0].Warning, "groups count as 8 of one size"); got != c.warns {
			t.Errorf("%+v: warning %q", c, tab.Columns[0].Warning)
		}
	}
}
