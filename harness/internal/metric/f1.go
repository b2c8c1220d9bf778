package metric

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// over describes the average over classes.
func over(classes, average string) string {
	switch average {
	case "micro":
		return ", pooled over " + classes + " (micro)"
	case "weighted":
		return ", mean over " + classes + " by their number in the truth (weighted)"
	}
	return ", mean over " + classes + " (macro)"
}

// hits are the counts of one class: correct, predicted and true.
type hits struct{ right, predicted, true float64 }

// A class that is neither predicted nor true is NaN. If only the denominator is 0, the value is 0.
func precision(h hits) float64 { return ratio(h.right, h.predicted, h) }

func recall(h hits) float64 { return ratio(h.right, h.true, h) }

func classIoU(h hits) float64 { return ratio(h.right, h.predicted+h.true-h.right, h) }

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
// average micro, of all together. each calls hit for each counted item.
func averaged(n int, average string, of func(hits) float64,
	each func(x *Case, hit func(class int, h hits))) *Counts {
	width := 3 * n
	if average == "micro" {
		width = 3
	}
	return &Counts{
		Width: width,
		Add: func(dst []float64, x *Case) {
			each(x, func(class int, h hits) {
				at := 3 * class % width
				dst[at] += h.right
				dst[at+1] += h.predicted
				dst[at+2] += h.true
			})
		},
		Value: func(sum []float64) float64 {
			total, n := 0.0, 0.0
			for i := 0; i+2 < len(sum); i += 3 {
				weight := 1.0
				if average == "weighted" {
					weight = sum[i+2]
				}
				if v := of(hits{sum[i], sum[i+1], sum[i+2]}); !math.IsNaN(v) {
					total, n = total+weight*v, n+weight
				}
			}
			return total / n
		},
	}
}

// perClass are the arguments of a metric by label.
type perClass struct {
	classes
	Average string `json:"average" enum:"macro,micro,weighted" help:"mean over the labels that truth or prediction has, or their counts pooled, or mean over labels by their numbers in the truth"`

	of func(hits) float64
}

func labelwise(of func(hits) float64) func() completer {
	return func() completer { return &perClass{Average: "macro", of: of} }
}

func (a *perClass) complete(m *Metric, labels []string) error {
	c := &a.classes
	at, err := c.chosen(labels)
	if err != nil {
		return err
	}
	each := func(x *Case, hit func(int, hits)) {
		for d, k := range x.known {
			if k == sp.Unknown {
				continue
			}
			l := x.Labels[d]
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
		m.Doc += over("labels", a.Average)
	}
	m.Counts = averaged(len(at.list), a.Average, a.of, each)
	return nil
}

// ScoreClasses returns precision, recall, F1 and intersection over union from the counts of
// classes, three each, and the number of true ones. The average is macro, micro or weighted.
func ScoreClasses(average string, counts []float64) (scores [4]float64, support float64) {
	var sum [3]float64
	for i, n := range counts {
		sum[i%3] += n
	}
	if average == "micro" {
		counts = sum[:]
	}
	for i, of := range []func(hits) float64{precision, recall, f1, classIoU} {
		scores[i] = averaged(0, average, of, nil).Value(counts)
	}
	return scores, sum[2]
}
