package study

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/stats"
)

const (
	fewProblems = 5 // below it a profile is a handful of steps
	near        = 0.05
)

// A problem is a dataset with one split and one seed.
type problem struct {
	dataset string
	split   int
	seed    record.Seeds
}

// profiles says on which share of the problems each learner comes near the best loss, and how fast.
func profiles(r *Run) (*Part, error) {
	p := &Part{Name: "profiles", Title: "Performance profiles of " + r.Metrics[0].Name}
	all, placebos := entrants(r)
	all = goal{of: func(c *course) []float64 { return c.loss }}.having(all)
	problems := groupBy(all, func(c *course) problem { return problem{c.Dataset, c.Split, c.Seed} })
	learners := groupBy(all, byLabel)
	datasets := len(groupBy(all, byDataset))
	if len(problems) < fewProblems {
		p.Empty = fmt.Sprintf("No profiles: they need %d problems (dataset × split × seed), the run has %d.", fewProblems, len(problems))
		return p, nil
	}
	seconds, passed := solved(problems, learners, cpu), solved(problems, learners, passes)
	p.Grid = &Grid{Left: 1, Head: []string{"row", "fastest", "within 2×", "within 10×", "ever"}}
	performance := &chart.Chart{
		Title: "Performance profile, CPU seconds", Alt: "Share of problems that each learner solves within a multiple of the fastest learner's CPU seconds.",
		X: chart.Axis{Title: "CPU seconds / those of the fastest", Log: true}, Y: shares("share of problems"), Rising: true,
	}
	data := &chart.Chart{
		Title: "Data profile, passes", Alt: "Share of problems that each learner solves within a number of passes.",
		X: chart.Axis{Title: "passes", Log: true}, Y: shares("share of problems"), Rising: true,
	}
	ratios := stats.PerformanceRatios(seconds)
	for s, l := range learners {
		ratio := nth(ratios, s)
		name := l.list[0].name()
		cells := []string{name}
		for _, times := range []float64{1, 2, 10, math.MaxFloat64} {
			cells = append(cells, fmt.Sprintf("%d/%d", atMost(ratio, times), len(problems)))
		}
		p.Grid.Rows = append(p.Grid.Rows, cells)
		performance.Series = append(performance.Series, steps(name, l.list[0].style, ratio, most(ratios))...)
		data.Series = append(data.Series, steps(name, l.list[0].style, nth(passed, s), most(passed))...)
	}
	p.Charts = []*chart.Chart{performance, data}
	p.Text = []string{
		fmt.Sprintf("A problem is a dataset with one split and one seed: %d, of %d datasets; those of one dataset are alike, so that shares say little of other datasets. A learner solves it "+
			"at the first checkpoint that is within 5 %% of the best with which any learner ends on it, %s on the test set. What a learner cannot do, or failed at, it never solves.",
			len(problems), datasets, courseOf(r.Metrics[0])),
		"Fastest: in CPU seconds. Profiles compare with the fastest learner of this run; how two others are ordered may change if it is left out (Gould & Scott 2016).",
	}
	p.Text = append(append(p.Text, leftOut(placebos)...), otherBest(r, all)...)
	return p, nil
}

// solved returns the effort, by problem and learner, at which each first is near the best; +Inf where it never is.
func solved(problems []group[problem], learners []group[string], kind effort) [][]float64 {
	var times [][]float64
	for _, p := range problems {
		best, row := math.Inf(1), make([]float64, len(learners))
		for _, c := range p.list {
			if end := last(c.loss); end < best {
				best = end
			}
		}
		for s := range learners {
			row[s] = math.Inf(1)
			for _, c := range p.list {
				if c.Label == learners[s].key {
					row[s] = stats.RunLengths(c.effort[kind], c.loss, []float64{best + near*math.Abs(best)})[0]
				}
			}
		}
		times = append(times, row)
	}
	return aboveZero(times)
}

// aboveZero raises what a clock saw as no time to the least that it saw, for ratios and logarithmic axes.
func aboveZero(times [][]float64) [][]float64 {
	least := math.Inf(1)
	for _, row := range times {
		for _, t := range row {
			if t > 0 {
				least = min(least, t)
			}
		}
	}
	for _, row := range times {
		for s, t := range row {
			if t != t {
				t = math.Inf(1) // the clock was not read
			}
			row[s] = max(t, least)
		}
	}
	return times
}

func nth(rows [][]float64, c int) (v []float64) {
	for _, row := range rows {
		v = append(v, row[c])
	}
	return v
}

func atMost(v []float64, most float64) (n int) {
	for _, x := range v {
		if x <= most {
			n++
		}
	}
	return n
}

// shares is an axis of shares, with all of it.
func shares(title string) chart.Axis {
	return chart.Axis{Title: title, Plain: true, Show: []float64{0, 1}}
}

// finest is the number of steps from which a curve has fewer, for pages to be small.
const finest = 60

// steps is the distribution of v as one series, drawn on to an effort; none where v is nowhere finite. Of many steps
// it has every so many, each at its true height.
func steps(label string, style int, v []float64, end float64) []chart.Series {
	x, share := stats.Cumulative(v)
	if len(x) == 0 {
		return nil
	}
	s := chart.Series{Label: label, Kind: chart.Steps, Style: style}
	every := (len(x) + finest - 1) / finest
	for i := range x {
		if i%every == 0 || i == len(x)-1 {
			s.X, s.Y = append(s.X, x[i]), append(s.Y, share[i])
		}
	}
	if last := len(s.X) - 1; s.X[last] < end {
		s.X, s.Y = append(s.X, end), append(s.Y, s.Y[last])
	}
	return []chart.Series{s}
}

// most returns the largest finite value; 0 of none.
func most(rows [][]float64) (largest float64) {
	for _, row := range rows {
		for _, v := range row {
			if !math.IsInf(v, 1) {
				largest = max(largest, v)
			}
		}
	}
	return largest
}
