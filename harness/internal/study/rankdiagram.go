package study

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
)

// rankDiagram draws sorted mean ranks, and below them a line for each maximal set of rows without a
// significant difference. It reads like a critical difference diagram, but uses tests of pairs: a
// line does not depend on the other rows.
func rankDiagram(names []string, ranks []float64, tests rankTests, alpha float64) *chart.Chart {
	cliques := stats.Cliques(len(names),
		func(i, j int) bool { return tests.adjusted[[2]int{min(i, j), max(i, j)}] > alpha })
	places := len(names) + len(cliques)
	axis := make([]string, places)
	points := chart.Series{Kind: chart.Points}
	for i, name := range names {
		at := places - 1 - i
		axis[at] = name
		points.X, points.Y = append(points.X, ranks[i]), append(points.Y, float64(at))
		points.Hints = append(points.Hints,
			fmt.Sprintf("%s: mean rank %s", name, chart.Fixed(ranks[i], 2)))
	}
	all := []chart.Series{points}
	var sets []string
	for k, clique := range cliques {
		at := len(cliques) - 1 - k
		axis[at] = "not different"
		line := chart.Series{Kind: chart.Line, Style: -1}
		var members []string
		for _, i := range clique {
			members = append(members, names[i])
			line.X, line.Y = append(line.X, ranks[i]), append(line.Y, float64(at))
		}
		set := strings.Join(members, ", ")
		for range clique {
			line.Hints = append(line.Hints, "not significantly different: "+set)
		}
		sets = append(sets, set)
		all = append(all, line)
	}
	alt := fmt.Sprintf("Mean ranks from %s (%s) to %s (%s).", names[0], chart.Fixed(ranks[0], 2),
		names[len(names)-1], chart.Fixed(ranks[len(ranks)-1], 2))
	if len(sets) > 0 {
		alt += " Not significantly different: " + strings.Join(sets, "; ") + "."
	}
	c := &chart.Chart{
		Title: "Mean ranks; lines join rows without a significant difference", Alt: alt,
		X: chart.Axis{Title: "mean rank", Plain: true}, Y: chart.Axis{Names: axis},
		Series: all, Width: 440, Height: 80,
	}
	for range places {
		c.Height += 20
	}
	return c
}
