package gradients

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
)

var figures = flag.String("figures", "", "folder for pictures of the benchmark; none: it only prints")

var calls = flag.Int("calls", 8000, "oracle calls to measure an estimator with")

// BenchmarkGradients prints the tables of README.md and draws its figures: a noisy image of 50×50
// pixels with two parameters, and the same with three.
func BenchmarkGradients(b *testing.B) {
	for strengths, name := range []string{"two parameters", "three parameters"} {
		b.Run(name, func(b *testing.B) {
			defer cputime.PerOp(b)()
			for b.Loop() {
				r := report{problem: newProblem(b, name, 1, 50, 50, 1+strengths, 1.2)}
				r.run(b)
				if strengths == 0 {
					r.draw(b)
				}
			}
		})
	}
}

// A report is the table of a problem and the lines of its figures.
type report struct {
	*problem
	byCalls, bySeconds, biases []learnertest.Series
}

// run measures all estimators and prints the table.
func (r *report) run(b *testing.B) {
	before, start := r.solver.calls, cputime.Used()
	targets := r.targets(b)
	fmt.Printf("%s: all targets take %d calls, %.1f CPU s\n\n", r.name, r.solver.calls-before,
		(cputime.Used() - start).Seconds())
	fmt.Print("| estimator | target | ε | calls | ms | bias % | ± | cosine | 100 calls | 1,000 calls | 0.1 s |\n",
		"|---|---|---|---|---|---|---|---|---|---|---|\n")
	for i, name := range []string{"faces", "slices", "regions"} {
		r.skeleton(i, name, targets[lossUniform], r.skeletons(b)[name], b)
	}
	for _, e := range r.sampled() {
		r.sample(r.measure(b, e, targets[e.target], *calls))
	}
	fmt.Println()
}

func (r *report) skeleton(style int, name string, target []float64, find func(calls int) []float64,
	b *testing.B) {
	calls, seconds, errors := r.capped(b, target, find)
	end := len(calls) - 1
	within := func(cost []float64, limit float64) string {
		for i := end; i >= 0; i-- {
			if cost[i] <= limit {
				return fmt.Sprintf("%.2f", 100*errors[i])
			}
		}
		return "–"
	}
	fmt.Printf("| %s | %s | | %.0f | %.0f | %.2f | 0 | | %s | %s | %s |\n", name, lossUniform, calls[end],
		1e3*seconds[end], 100*errors[end], within(calls, 100), within(calls, 1000), within(seconds, 0.1))
	shown := 0 // on a logarithmic axis
	for shown <= end && errors[shown] > 1e-6 {
		shown++
	}
	s := learnertest.Series{Label: name, Style: style, X: calls[:shown], Y: errors[:shown]}
	r.byCalls = append(r.byCalls, s)
	s.X = seconds[:shown]
	r.bySeconds = append(r.bySeconds, s)
}

func (r *report) sample(m measurement) {
	label, epsilon := m.name+" "+m.target[:3], ""
	if m.epsilon > 0 {
		epsilon = fmt.Sprint(m.epsilon)
		i := slices.IndexFunc(r.biases, func(s learnertest.Series) bool { return s.Label == label })
		if i < 0 {
			i = len(r.biases)
			r.biases = append(r.biases, learnertest.Series{Label: label, Style: i})
		}
		s := &r.biases[i]
		s.X, s.Y = append(s.X, m.epsilon), append(s.Y, max(m.bias, m.noise))
		label += ", ε = " + epsilon
	}
	fmt.Printf("| %s | %s | %s | %.0f | %.2g | %.1f | %.1f | %.2f | %.0f | %.1f | %.1f |\n", m.name, m.target,
		epsilon, m.calls, 1e3*m.seconds, 100*m.bias, 100*m.noise, m.direction, 100*m.error(100/m.calls),
		100*m.error(1000/m.calls), 100*m.error(0.1/m.seconds))
	if m.epsilon > 0 && m.epsilon != 0.1 || m.fixed || m.name == "AIMLE" || m.name == "away" ||
		m.name == "central" && m.target == lossNormal {
		return
	}
	line := learnertest.Series{Label: label, Style: len(r.byCalls)}
	var seconds []float64
	for n := 1.0; n*m.calls <= 1e5; n *= 10 {
		line.X, seconds = append(line.X, n*m.calls), append(seconds, n*m.seconds)
		line.Y = append(line.Y, m.error(n))
	}
	r.byCalls = append(r.byCalls, line)
	line.X = seconds
	r.bySeconds = append(r.bySeconds, line)
}

// draw writes the figures as SVG.
func (r *report) draw(b *testing.B) {
	if *figures == "" {
		return
	}
	relative := learnertest.Axis{Title: "relative error of the gradient", Log: true}
	for _, c := range []struct {
		name, x string
		y       learnertest.Axis
		series  []learnertest.Series
	}{
		{"gradients-calls", "oracle calls", relative, r.byCalls},
		{"gradients-seconds", "CPU seconds", relative, r.bySeconds},
		{"gradients-bias", "ε", learnertest.Axis{Title: "relative bias, at least its ±", Log: true},
			r.biases},
	} {
		figure := learnertest.Chart{Alt: c.y.Title + " against " + c.x, X: learnertest.Axis{Title: c.x,
			Log: true}, Y: c.y, Series: c.series}
		file, err := os.Create(filepath.Join(*figures, c.name+".svg"))
		if err == nil {
			err = errors.Join(figure.Write(file, "svg"), file.Close())
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
