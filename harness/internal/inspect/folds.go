package inspect

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/sp"
)

// shownFolds is how many folds are listed.
const shownFolds = 12

// A fold has statistics of the instances of one fold.
type fold struct {
	number, instances int
	name              string // its number, or that of a part
	labels            []int  // for each label the number of its variables
	known             bool   // some label is
	columns           map[int32]bool
}

// foldsOf returns the existing folds, in order.
func foldsOf(d *data.Dataset) (list []*fold) {
	of := make(map[int]*fold)
	for _, f := range d.Fold {
		if of[f] == nil {
			of[f] = &fold{number: f, labels: make([]int, d.K), columns: map[int32]bool{},
				name: fmt.Sprint(f)}
			if d.Parts != nil {
				of[f].name = d.Parts[f]
			}
		}
	}
	for i, number := range d.Fold {
		x, f := &d.Instances[i], of[number]
		f.instances++
		for _, k := range x.Gold {
			if k != sp.Unknown {
				f.labels[k]++
				f.known = true
			}
		}
		for _, j := range x.Node.Index {
			f.columns[j] = true
		}
	}
	return slices.SortedFunc(maps.Values(of), func(a, b *fold) int { return a.number - b.number })
}

// folds lists the folds, proposes a split, and warns of folds without labels or columns of others.
func folds(d *data.Dataset) []string {
	n := len(d.Instances)
	drawn := "one instance cannot be split into what is learned from and what is tested"
	if n > 1 {
		drawn = fmt.Sprintf("numbers of instances can be drawn: split: {train: %d, test: %d}",
			n-max(n/3, 1), max(n/3, 1))
	}
	if d.Fold == nil {
		return []string{"none; " + drawn}
	}
	list := foldsOf(d)
	var texts []string
	for _, f := range list {
		texts = append(texts, fmt.Sprintf("%s (%d)", f.name, f.instances))
	}
	text := cut(texts, shownFolds, ", ")
	switch {
	case d.Parts != nil:
		text += ": parts of path; no split is needed"
	case len(list) == 1:
		return []string{text + ", one only: folds cannot be split; " + drawn}
	default:
		text += fmt.Sprintf("; split: {train: [%d], test: [%d]}, or {rotate: train-one}",
			list[0].number, list[1].number)
	}
	return append([]string{text}, lacks(d, list)...)
}

// lacks lists the labels and counts the columns that each of the first folds lacks and another fold
// has.
func lacks(d *data.Dataset, folds []*fold) (lines []string) {
	columns, all := map[int32]bool{}, make([]int, d.K)
	for _, f := range folds {
		for k, n := range f.labels {
			all[k] += n
		}
		maps.Copy(columns, f.columns)
	}
	for _, f := range folds[:min(len(folds), shownFolds)] {
		missing := map[string]int{}
		for k, name := range d.Labels {
			if f.known && f.labels[k] == 0 && all[k] > 0 {
				missing[name] = all[k]
			}
		}
		if len(missing) > 0 {
			lines = append(lines, fmt.Sprintf(
				"fold %s: never the true label, with variables elsewhere: %s", f.name,
				ordered.ByCount(missing, shownRare)))
		}
		if n := len(columns) - len(f.columns); n > 0 {
			lines = append(lines, fmt.Sprintf("fold %s: %d of the %d columns that are used are not in it",
				f.name, n, len(columns)))
		}
	}
	return lines
}
