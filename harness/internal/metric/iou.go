package metric

import (
	"github.com/spbench/spbench/harness/sp"
)

// iou returns the intersection and the union of label 1 for two labels. If neither the truth nor the
// prediction has it, both are 1: an instance counts for every prediction. For more labels it returns
// the mean over the labels in the truth, and 1.
func iou(x *Case) (num, den float64) {
	both, either := make([]float64, x.K), make([]float64, x.K)
	present := make([]bool, x.K)
	for d, k := range x.known {
		if k == sp.Unknown {
			continue
		}
		v, l := x.SizeOf(d), x.Labels[d]
		present[k] = true
		either[k] += v
		if l == k {
			both[k] += v
		} else {
			either[l] += v
		}
	}
	switch {
	case x.K == 2 && either[1] == 0 && present[0]:
		return 1, 1
	case x.K == 2:
		return both[1], either[1]
	}
	for k := range present {
		if present[k] && either[k] > 0 {
			num += both[k] / either[k]
			den++
		}
	}
	if den > 0 {
		return num / den, 1 // the mean over labels is one instance's value
	}
	return 0, 0
}

// meanIoU are the labels of the mean intersection over union over the whole test set. For each
// label the sizes of intersection and union add up (Everingham et al., The Pascal visual object
// classes challenge, IJCV 2010, section 4.2). If a variable has parts of several labels, each part
// counts by itself: for superpixels the sizes are those of pixels.
type meanIoU classes

// complete is long: it has a short function for each way to count.
func (a *meanIoU) complete(m *Metric, labels []string) error {
	c := (*classes)(a)
	at, err := c.chosen(labels)
	if err != nil {
		return err
	}
	m.Doc += c.words()
	m.Counts = &Counts{
		Width: 2 * len(at.list),
		Add: func(dst []float64, x *Case) {
			add := func(k int32, both, either float64) {
				if i := at.place[k]; i >= 0 {
					dst[2*i] += both
					dst[2*i+1] += either
				}
			}
			count := func(k, l int32, v float64) {
				if k == l {
					add(k, v, v)
					return
				}
				add(k, 0, v)
				add(l, 0, v)
			}
			for d, k := range x.known {
				switch l := x.Labels[d]; {
				case k == sp.Unknown:
				case x.Mixed == nil:
					count(k, l, x.SizeOf(d))
				default:
					for k, v := range x.Mixed[d*x.K:][:x.K] {
						count(int32(k), l, v)
					}
				}
			}
		},
		Value: meanRatio,
	}
	return nil
}
