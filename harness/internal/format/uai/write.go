package uai

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/format/compressed"
	"github.com/spbench/spbench/harness/sp"
)

// Write writes the scores p of x with 17 digits. Read returns them to 2⁻⁵³. A variable has the
// labels up to its last allowed one. The error wraps errors.ErrUnsupported if x has a structure, or
// a factor is outside of float64.
func Write(w io.Writer, x *sp.Instance, p *sp.Potentials) error {
	var scopes, tables []byte
	n := 0
	m, err := factors(x, p, func(list []int32, scores []float64) error {
		n++
		scopes = fmt.Appendln(scopes, len(list), join(list))
		tables = fmt.Appendf(tables, "\n%d\n", len(scores))
		for _, s := range scores {
			v := math.Exp(s)
			if s < impossible {
				v = 0
			} else if !(v >= least && v <= math.MaxFloat64) {
				return fmt.Errorf("uai: instance %q: variables %v have the score %v, whose exponential is "+
					"outside of float64: %w", x.ID, list, s, errors.ErrUnsupported)
			}
			tables = fmt.Appendf(tables, "%.17g\n", v)
		}
		return nil
	})
	if err == nil {
		_, err = fmt.Fprintf(w, "MARKOV\n%d\n%s\n%d\n%s%s", x.N(), join(m.Labels), n, scopes, tables)
	}
	return err
}

// factors calls add for each factor of x under p, with its variables and scores, until an error.
func factors(x *sp.Instance, p *sp.Potentials, add func(list []int32, scores []float64) error) (
	*Model, error) {
	if x.Structure != nil {
		return nil, fmt.Errorf("uai: instance %q has a structure: %w", x.ID, errors.ErrUnsupported)
	}
	m, y := labelsOf(x), make([]int32, x.N())
	var scores []float64
	var err error
	each := func(list []int32, score func() float64) {
		scores = scores[:0]
		m.each(list, y, func() { scores = append(scores, score()) })
		if err == nil {
			err = add(list, scores)
		}
	}
	for d := range y {
		each([]int32{int32(d)}, func() float64 { return p.Node[d*p.K+int(y[d])] })
	}
	for e, uv := range p.Edges {
		each([]int32{uv.U, uv.V}, func() float64 { return p.PairScore(e, y[uv.U], y[uv.V]) })
	}
	for i := range p.Factors.N() {
		each(p.Factors.At(i), func() float64 {
			return p.Factors.Table(p.Factor, i, p.K)[p.Factors.State(i, y, p.K)]
		})
	}
	return m, err
}

// Kind returns the ending of path in capitals, without that of a compression.
func Kind(path string) string {
	plain, _ := compressed.Plain(path)
	return strings.ToUpper(strings.TrimPrefix(filepath.Ext(plain), "."))
}

// Models are the functions that write a model, by kind.
var Models = map[string]func(io.Writer, *sp.Instance, *sp.Potentials) error{
	"UAI": Write, "CFN": WriteCFN,
}

// Solutions are the kinds of solutions: a labeling, marginals, and log₁₀ Z, also as a bound.
var Solutions = []string{"MAP", "MAR", "PR"}

// impossible is above scores with a factor 0, and below all others.
var impossible = sp.MayFollow(false) / 2

// WriteSolution writes the prediction for the only instance of list as the competition asks for it.
// If it is impossible, as under evidence that the model excludes, it is an error.
func WriteSolution(w io.Writer, kind string, list []sp.Instance, preds []sp.Prediction) error {
	if len(list) != 1 {
		return fmt.Errorf("uai: a file .%s is for one instance, here are %d", kind, len(list))
	}
	x, p, out := &list[0], &preds[0], fmt.Appendf(nil, "%s\n", kind)
	scores := feature.Scores(x)
	switch {
	case kind != "MAP" && p.Summed && p.LogZ < impossible,
		kind == "MAP" && scores != nil && scores.Score(p.Labels) < impossible:
		return errors.New("uai: the decoder found no labeling that is possible: each has a factor 0, " +
			"as if evidence contradicts the model, or the decoder is approximate")
	case kind == "MAP":
		out = fmt.Appendln(out, x.N(), join(p.Labels))
	case kind == "MAR" && p.Marginal != nil:
		out = fmt.Append(out, x.N())
		for d, n := range labelsOf(x).Labels {
			out = fmt.Appendf(out, " %d %s", n, join(p.Marginal[d*x.K:][:n]))
		}
		out = append(out, '\n')
	case kind == "PR" && p.Summed:
		out = fmt.Appendf(out, "%.17g\n", p.LogZ/math.Ln10)
	default:
		return fmt.Errorf("uai: the decoder has no %s: choose a row of another one, such as mpm", kind)
	}
	_, err := w.Write(out)
	return err
}

// join returns numbers with spaces between them, and all their digits.
func join(list any) string { return strings.Trim(fmt.Sprint(list), "[]") }

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
