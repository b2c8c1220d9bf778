package metric

import (
	"math"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

const averageDoc = classesDoc + `; {"average": "micro"}: their counts pooled; default "macro": mean over those that truth or prediction has`

// over says how classes, called so, are averaged.
func over(classes string, micro bool) string {
	if micro {
		return ", pooled over " + classes + " (micro)"
	}
	return ", mean over " + classes + " (macro)"
}

// hits count what is of one class: found rightly, predicted, and there.
type hits struct{ right, predicted, true float64 }

// Of a class that is neither predicted nor there, nothing can be said: NaN. Where only
// the denominator is 0, nothing was found: 0.
func precision(h hits) float64 { return ratio(h.right, h.predicted, h) }

func recall(h hits) float64 { return ratio(h.right, h.true, h) }

func f1(h hits) float64 { return ratio(2*h.right, h.predicted+h.true, h) }

func ratio(num, den float64, h hits) float64 {
	switch {
	case h.predicted+h.true == 0:
		return math.NaN()
	case den == 0:
		return 0
	}
	return num / den
}

// averaged returns the counts of n classes: right, predicted and true of each or, with
// micro, of all together. each calls hit for everything that is in any of them.
func averaged(n int, micro bool, of func(hits) float64,
	each func(x *sp.Instance, gold []int32, p *sp.Prediction, hit func(class int, h hits))) *Counts {
	width := 3 * n
	if micro {
		width = 3
	}
	return &Counts{
		Width: width,
		Add: func(dst []float64, x *sp.Instance, gold []int32, p *sp.Prediction) {
			each(x, gold, p, func(class int, h hits) {
				at := 3 * class % width
				dst[at] += h.right
				dst[at+1] += h.predicted
				dst[at+2] += h.true
			})
		},
		Value: func(sum []float64) float64 {
			total, n := 0.0, 0.0
			for i := 0; i+2 < len(sum); i += 3 {
				if v := of(hits{sum[i], sum[i+1], sum[i+2]}); !math.IsNaN(v) {
					total, n = total+v, n+1
				}
			}
			if n == 0 {
				return math.NaN()
			}
			return total / n
		},
	}
}

// perClass completes a metric of the variables of each label.
func perClass(of func(hits) float64) func(*Metric, []byte, []string) error {
	return func(m *Metric, args []byte, labels []string) error {
		a := struct {
			Labels  []string `json:"labels" help:"of these labels alone"`
			Without []string `json:"without" help:"without these labels"`
			Average string   `json:"average" enum:"macro,micro" help:"mean over labels, or their counts pooled"`
		}{Average: "macro"}
		if err := param.Decode(&a, args); err != nil {
			return err
		}
		c, micro := classes{a.Labels, a.Without}, a.Average == "micro"
		at, err := c.chosen(labels)
		if err != nil {
			return err
		}
		each := func(x *sp.Instance, gold []int32, p *sp.Prediction, hit func(int, hits)) {
			ref, _ := scored(x, gold)
			for d, k := range ref {
				if k == sp.Unknown {
					continue
				}
				l := p.Labels[d]
				if i := at.place[k]; i >= 0 {
					h := hits{true: 1}
					if k == l {
						h.right = 1
					}
					hit(i, h)
				}
				if i := at.place[l]; i >= 0 {
					hit(i, hits{predicted: 1})
				}
			}
		}
		m.Doc += c.words()
		if len(c.Labels) != 1 {
			m.Doc += over("labels", micro)
		}
		m.Counts = averaged(len(at.list), micro, of, each)
		return nil
	}
}
