package metric

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// over describes the average over classes.
func over(classes string, micro bool) string {
	if micro {
		return ", pooled over " + classes + " (micro)"
	}
	return ", mean over " + classes + " (macro)"
}

// hits are the counts of one class: correct, predicted and true.
type hits struct{ right, predicted, true float64 }

// A class that is neither predicted nor true is NaN. If only the denominator is 0, the value is 0.
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

// averaged returns the counts of n classes: correct, predicted and true, of each class or, with
// micro, of all together. each calls hit for each counted item.
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
			return total / n
		},
	}
}

// perClass are the arguments of a metric by label.
type perClass struct {
	classes
	Average string `json:"average" enum:"macro,micro" help:"mean over the labels that truth or prediction has, or their counts pooled"`

	of func(hits) float64
}

func labelwise(of func(hits) float64) func() completer {
	return func() completer { return &perClass{Average: "macro", of: of} }
}

func (a *perClass) complete(m *Metric, labels []string) error {
	c, micro := &a.classes, a.Average == "micro"
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
	m.Counts = averaged(len(at.list), micro, a.of, each)
	return nil
}
