package uai

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/format/compressed"
	"github.com/spbench/spbench/harness/sp"
)

// Write writes the scores p of x with 17 digits. Read returns the same scores, to the bit if they
// are logarithms of float64, else to 2⁻⁵³. A variable has the labels up to its last allowed one.
// The error wraps errors.ErrUnsupported if x has a structure, or a factor is outside of float64.
func Write(w io.Writer, x *sp.Instance, p *sp.Potentials) error {
	if x.Structure != nil {
		return fmt.Errorf("uai: instance %q has a structure: %w", x.ID, errors.ErrUnsupported)
	}
	m, y, scopes := labelsOf(x), make([]int32, x.N()), scopesOf(x.N(), p)
	out := fmt.Appendf(nil, "MARKOV\n%d\n%s\n%d\n", len(y), join(m.Labels), len(scopes))
	for _, list := range scopes {
		out = fmt.Appendln(out, len(list), join(list))
	}
	var bad error
	for i, list := range scopes {
		out = fmt.Appendf(out, "\n%d\n", m.states(list))
		m.each(list, y, func() {
			e, score := i-len(y), 0.0
			switch f := e - len(p.Edges); {
			case e < 0:
				score = p.Node[i*p.K+int(y[i])]
			case f < 0:
				score = p.PairScore(e, y[list[0]], y[list[1]])
			default:
				score = p.Factors.Table(p.Factor, f, p.K)[p.Factors.State(f, y, p.K)]
			}
			v := math.Exp(score)
			if score < sp.MayFollow(false)/2 {
				v = 0
			} else if !(v >= least && v <= math.MaxFloat64) {
				bad = fmt.Errorf("uai: instance %q: variables %v have the score %v, whose exponential is "+
					"outside of float64: %w", x.ID, list, score, errors.ErrUnsupported)
			}
			for _, near := range [...]float64{math.Nextafter(v, 0), math.Nextafter(v, 2*v)} {
				if math.Log(near) == score && math.Log(v) != score {
					v = near
				}
			}
			out = append(strconv.AppendFloat(out, v, 'g', 17, 64), '\n')
		})
	}
	if bad == nil {
		_, bad = w.Write(out)
	}
	return bad
}

// scopesOf returns the variables of all factors of p, of n variables.
func scopesOf(n int, p *sp.Potentials) (scopes [][]int32) {
	for d := range int32(n) {
		scopes = append(scopes, []int32{d})
	}
	for _, e := range p.Edges {
		scopes = append(scopes, []int32{e.U, e.V})
	}
	for i := range p.Factors.N() {
		scopes = append(scopes, p.Factors.At(i))
	}
	return scopes
}

// Kind returns the ending of path in capitals, without that of a compression.
func Kind(path string) string {
	plain, _ := compressed.Plain(path)
	return strings.ToUpper(strings.TrimPrefix(filepath.Ext(plain), "."))
}

// Solutions are the kinds of solutions: a labeling, marginals, and log₁₀ Z, also as a bound.
var Solutions = []string{"MAP", "MAR", "PR"}

// WriteSolution writes the prediction for the only instance of list as the competition asks for it.
func WriteSolution(w io.Writer, kind string, list []sp.Instance, preds []sp.Prediction) error {
	x, p, out := &list[0], &preds[0], fmt.Appendf(nil, "%s\n", kind)
	switch {
	case len(list) > 1:
		return fmt.Errorf("uai: a file .%s is for one instance, here are %d", kind, len(list))
	case kind == "MAP":
		out = fmt.Appendln(out, x.N(), join(p.Labels))
	case kind == "MAR" && p.Marginal != nil:
		out = fmt.Append(out, x.N())
		for d, n := range labelsOf(x).Labels {
			out = fmt.Appendf(out, " %d %s", n, join(p.Marginal[d*x.K:][:n]))
		}
		out = append(out, '\n')
	case kind == "PR" && p.Summed:
		if p.LogZ < sp.MayFollow(false)/2 {
			p.LogZ = math.Inf(-1)
		}
		out = fmt.Appendf(out, "%.17g\n", p.LogZ/math.Ln10)
	default:
		return fmt.Errorf("uai: the decoder has no %s: choose a row of another one, such as mpm", kind)
	}
	_, err := w.Write(out)
	return err
}

// join returns numbers with spaces between them.
func join[T int | int32 | float64](list []T) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = strconv.FormatFloat(float64(v), 'g', 17, 64)
	}
	return strings.Join(words, " ")
}

// labelsOf returns a model with the labels of each variable, up to its last allowed one.
func labelsOf(x *sp.Instance) *Model {
	m := &Model{Labels: slices.Repeat([]int{x.K}, x.N())}
	for d, list := range x.Allowed {
		if list != nil {
			m.Labels[d] = int(slices.Max(list)) + 1
		}
	}
	return m
}
