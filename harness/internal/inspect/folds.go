package inspect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	for _, f := range of {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b *fold) int { return a.number - b.number })
	return list
}

// splits lists the folds, proposes a split, and warns of folds that lack labels or columns of
// others.
func (p *printer) splits(d *data.Dataset) {
	n := len(d.Instances)
	drawn := "one instance cannot be split into what is learned from and what is tested"
	if n > 1 {
		drawn = fmt.Sprintf("numbers of instances can be drawn: split: {train: %d, test: %d}",
			n-max(n/3, 1), max(n/3, 1))
	}
	if d.Fold == nil {
		p.line("folds", "none; %s", drawn)
		return
	}
	folds := foldsOf(d)
	var texts []string
	for _, f := range folds {
		texts = append(texts, fmt.Sprintf("%s (%d)", f.name, f.instances))
	}
	text := strings.Join(cut(texts, shownFolds), ", ")
	if d.Parts != nil {
		p.line("folds", "%s: parts of path; no split is needed", text)
		p.lacks(d, folds)
		return
	}
	if len(folds) == 1 {
		p.line("folds", "%s, one only: folds cannot be split; %s", text, drawn)
		return
	}
	p.line("folds", "%s; split: {train: [%d], test: [%d]}, or {rotate: train-one}", text,
		folds[0].number, folds[1].number)
	p.lacks(d, folds)
}

// repeats counts instances with the features and graph of an instance that may be on the other side
// of a split, and those with its labeling too. With several folds this is an instance of another
// fold, else any other.
func (p *printer) repeats(d *data.Dataset) {
	other := "another instance"
	if d.SeveralFolds() {
		other = "an instance in another fold"
	}
	share := func(classes []int) (text string, known int) {
		n, known := d.Repeated(classes)
		return fmt.Sprintf("%.1f %% of the instances (%d of %d)", 100*float64(n)/float64(max(known, 1)),
			n, known), known
	}
	text, _ := share(d.FeatureClasses())
	p.line("copies", "%s have the features and the graph of %s", text, other)
	if d.Group != nil {
		groups := d.GroupClasses()
		text, _ := share(groups)
		p.line("groups", "%d different ones (%s); %s have that of %s", slices.Max(groups)+1,
			cmp.Or(d.GroupName, "group"), text, other)
	}
	labelings := d.LabelingClasses()
	if text, known := share(labelings); known > 0 {
		p.line("labelings", "%d different ones; %s have that of %s", slices.Max(labelings)+1, text, other)
	}
}

// lacks lists the labels and counts the columns that each of the first folds lacks and another fold
// has.
func (p *printer) lacks(d *data.Dataset, folds []*fold) {
	columns, all := map[int32]bool{}, make([]int, d.K)
	for _, f := range folds {
		for k, n := range f.labels {
			all[k] += n
		}
		for j := range f.columns {
			columns[j] = true
		}
	}
	for _, f := range folds[:min(len(folds), shownFolds)] {
		missing := map[string]int{}
		for k, name := range d.Labels {
			if f.known && f.labels[k] == 0 && all[k] > 0 {
				missing[name] = all[k]
			}
		}
		if len(missing) > 0 {
			p.line("folds", "fold %s: never the true label, with variables elsewhere: %s", f.name,
				ordered.ByCount(missing, shownRare))
		}
		if n := len(columns) - len(f.columns); n > 0 {
			p.line("folds", "fold %s: %d of the %d columns that are used are not in it", f.name, n,
				len(columns))
		}
	}
}
