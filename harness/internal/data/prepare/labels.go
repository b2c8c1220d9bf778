package prepare

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// Labels are the labels of a fit, as labels of the dataset in ascending order. A fit numbers them
// from 0. nil: a fit has all labels of the dataset.
type Labels []int32

// NewLabels returns the labels in the training instances, known or candidates. k is their number in
// the dataset. The result is nil if all labels are there, or none. O(size·log size).
func NewLabels(learned []sp.Instance, k int) (l Labels) {
	for i := range learned {
		l = append(append(l, learned[i].Gold...), slices.Concat(learned[i].Allowed...)...)
	}
	l = append(l, sp.Unknown)
	slices.Sort(l)
	if l = slices.Compact(l)[1:]; len(l)%k == 0 {
		return nil
	}
	return l
}

// number returns the number in the fit of a label of the dataset; Unknown if it has none.
func (l Labels) number(k int32) int32 {
	if at, has := slices.BinarySearch(l, k); has {
		return int32(at)
	}
	return sp.Unknown
}

// Pick returns the entries for the labels of the fit. all has one for each label of the dataset.
func Pick[T any](l Labels, all []T) (some []T) {
	if l == nil {
		return all
	}
	for _, k := range l {
		some = append(some, all[k])
	}
	return some
}

// Apply returns the instances with the labels of the fit. Another gold label becomes Unknown.
// Other candidates are dropped. A variable without candidates may have all labels. Mixed is for
// scoring and is dropped. Features are shared. O(variables).
func (l Labels) Apply(list []sp.Instance) []sp.Instance {
	if l == nil {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		x := &list[i]
		x.Mixed, x.Gold, x.Allowed = nil, slices.Clone(x.Gold), slices.Clone(x.Allowed)
		var costs []float64
		for row := range slices.Chunk(x.Costs, max(x.K, 1)) {
			costs = append(costs, Pick(l, row)...)
		}
		x.K, x.Costs = len(l), costs
		for d, k := range x.Gold {
			x.Gold[d] = l.number(k)
		}
		for d, all := range x.Allowed {
			x.Allowed[d] = nil
			for _, k := range all {
				if k = l.number(k); k != sp.Unknown {
					x.Allowed[d] = append(x.Allowed[d], k)
				}
			}
		}
	}
	return list
}

// Restore gives predictions the labels of the dataset, in place. The instances have these labels.
// Labels missing in the fit have marginal 0. O(variables·K).
func (l Labels) Restore(preds []sp.Prediction, of []sp.Instance) {
	if l == nil {
		return
	}
	for i := range preds {
		p, k := &preds[i], of[i].K
		p.Marginal = l.spread(p.Marginal, k)
		for _, a := range append(p.Atoms, sp.Atom{Labels: p.Labels}) {
			for d, at := range a.Labels {
				a.Labels[d] = l[at]
			}
		}
	}
}

// spread widens rows with a number for each label of the fit to k numbers.
func (l Labels) spread(rows []float64, k int) []float64 {
	wide := sp.Grow[float64](nil, len(rows)/len(l)*k)
	for i, v := range rows {
		wide[i/len(l)*k+int(l[i%len(l)])] = v
	}
	return wide
}
