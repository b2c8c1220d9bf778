package stats_test

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/spbench/spbench/harness/internal/stats"
)

// former is the test of an earlier version, to compare with: without least squares if splits are
// drawn, and without a prior. With f = overlap and N tested instances,
//
//	Var(d̄) = A + B + 2·max(0, C), A = s²_J·(1/J + f/(1−f)), B = N/(N−1)·Σ_i t_i²
//	t_i = Σ_j w_ij (d_ij − d̄), C = 1/(J−1)·Σ_j (d̄_j − d̄)·Σ_{i learned from in j} t_i
//
// P is the mean of the P of Student's t with J−1 and with N−1 degrees of freedom, with the weight
// A/(A + B) for the first. Rotations have the same test now.
func (l layout) former(splits []stats.Sample) stats.Test {
	if l.exact || l.tests == 0 {
		return l.test(splits)
	}
	m := means(splits)
	s := stats.Summarize(m)
	adds, j := make([]float64, l.pool), float64(len(splits))
	tested := make([]bool, l.pool)
	for _, s2 := range splits {
		for k, i := range s2.Instances {
			tested[i] = true
			adds[i] += (s2.Values[k] - s.Mean) / j / float64(len(s2.Values))
		}
	}
	n, b, c := 0.0, 0.0, 0.0
	for i, x := range adds {
		if tested[i] {
			n, b = n+1, b+x*x
		}
	}
	for k, s2 := range splits {
		for _, i := range s2.Train {
			c += (m[k] - s.Mean) * adds[i] / (j - 1)
		}
	}
	a := s.Std * s.Std * (1/j + l.overlap/(1-l.overlap))
	b *= n / (n - 1)
	t := stats.Test{N: len(splits), Effect: s.Mean, Err: math.Sqrt(a + b + 2*max(0, c))}
	beyond := func(df float64) float64 {
		student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}
		return 2 * student.Survival(math.Abs(t.Effect/t.Err))
	}
	w := a / (a + b)
	t.P = w*beyond(j-1) + (1-w)*beyond(n-1)
	return t
}
