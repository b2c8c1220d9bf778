package skeleton

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/learnertest"
)

var figures = flag.String("figures", "",
	"folder that benchmarks of figures write tables and pictures to; none: they only log")

// A course is a line of a figure: estimates by number of calls or iterations.
type course struct {
	label  string
	points []known
	band   bool // it has low and high
}

// A known is an estimate after some calls or iterations. For several runs, value is the mean and
// least and greatest are the extremes. The band from low to high is drawn: for means over many
// samples the range of 95 % of runs, from the variance of a sample; for decisions from least to
// greatest.
type known struct {
	at              int
	seconds         float64
	value           float64
	unresolved      float64
	low, high       float64
	least, greatest float64
	runs            int
}

// exactly returns the results of skeletons with repeatedly doubled calls, until they are complete
// or most is reached.
func exactly(t testing.TB, label string, most int,
	find func(calls int) (value, unresolved float64, made int)) course {
	c := course{label: label}
	for calls, unresolved := 8, 1.0; unresolved > 0 && calls <= most; calls *= 2 {
		start := time.Now()
		p := known{}
		p.value, p.unresolved, p.at = find(calls)
		p.seconds = time.Since(start).Seconds()
		c.points, unresolved = append(c.points, p), p.unresolved
		t.Logf("%8s %6d calls %8.3f s: %.5f, unresolved %.2g", label, p.at, p.seconds, p.value,
			p.unresolved)
	}
	return c
}

// bySamples returns the means over increasing numbers of draws, of several runs. A draw takes one
// counted call.
func bySamples(t testing.TB, runs, draws int, value func(draw int) float64) course {
	c := course{label: "samples", band: true}
	start := time.Now()
	sums := make([][]float64, runs) // of the first draws
	sum, squares := 0.0, 0.0
	for run := range sums {
		sums[run] = make([]float64, draws+1)
		for i := range draws {
			v := value(run*draws + i)
			sums[run][i+1] = sums[run][i] + v
			sum, squares = sum+v, squares+v*v
		}
	}
	all := float64(runs * draws)
	seconds, deviation := time.Since(start).Seconds()/all, math.Sqrt(squares/all-sum/all*sum/all)
	for n := 10; n <= draws; n *= 10 {
		for _, n := range []int{n, 2 * n, 5 * n} {
			if n > draws {
				continue
			}
			p := known{at: n, seconds: seconds * float64(n), unresolved: 1, least: math.Inf(1),
				greatest: math.Inf(-1), runs: runs}
			for _, run := range sums {
				mean := run[n] / float64(n)
				p.value += mean / float64(runs)
				p.least, p.greatest = min(p.least, mean), max(p.greatest, mean)
			}
			half := 1.96 * deviation / math.Sqrt(float64(n))
			p.low, p.high = p.value-half, p.value+half
			c.points = append(c.points, p)
			t.Logf("%8s %6d calls %8.3f s: %.5f ± %.5f, %d runs from %.5f to %.5f", c.label, n,
				p.seconds, p.value, half, runs, p.least, p.greatest)
		}
	}
	t.Logf("%8s %6.0f calls %8.3f s: %.5f ± %.5f", "all", all, seconds*all, sum/all,
		1.96*deviation/math.Sqrt(all))
	return c
}

// writeFigure writes NAME.csv and NAME-X.svg to the folder of figures; X is calls or iterations.
// With seconds it also writes NAME-seconds.svg.
func writeFigure(t testing.TB, name, y, x string, courses []course) {
	if *figures == "" {
		return
	}
	if err := errors.Join(os.MkdirAll(*figures, 0o777),
		writeTable(filepath.Join(*figures, name+".csv"), x, courses)); err != nil {
		t.Fatal(err)
	}
	axes := []string{x}
	if courses[0].points[0].seconds > 0 {
		axes = append(axes, "seconds")
	}
	for _, x := range axes {
		c := learnertest.Chart{Title: name, Alt: y + " against " + x,
			X: learnertest.Axis{Title: x, Log: x != "iterations", Plain: x == "iterations"},
			Y: learnertest.Axis{Title: y, Plain: true}}
		for i, line := range courses {
			s := learnertest.Series{Label: line.label, Style: i}
			for _, p := range line.points {
				at := float64(p.at)
				if x == "seconds" {
					at = p.seconds
				}
				s.X, s.Y = append(s.X, at), append(s.Y, p.value)
				if line.band {
					s.Low, s.High = append(s.Low, p.low), append(s.High, p.high)
				}
			}
			c.Series = append(c.Series, s)
		}
		file, err := os.Create(filepath.Join(*figures, name+"-"+x+".svg"))
		if err == nil {
			err = errors.Join(c.Write(file, "svg"), file.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// writeTable writes the points of a figure.
func writeTable(name, x string, courses []course) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := csv.NewWriter(file)
	rows := [][]string{{"line", x, "seconds", "value", "unresolved", "low", "high", "least",
		"greatest"}}
	for _, line := range courses {
		for _, p := range line.points {
			row := []string{line.label, strconv.Itoa(p.at), fmt.Sprintf("%.4f", p.seconds)}
			numbers := []float64{p.value, p.unresolved, p.low, p.high, p.least, p.greatest}
			for i, v := range numbers {
				text := strconv.FormatFloat(v, 'g', 8, 64)
				if i > 1 && !line.band {
					text = ""
				}
				row = append(row, text)
			}
			rows = append(rows, row)
		}
	}
	return errors.Join(w.WriteAll(rows), file.Close())
}
