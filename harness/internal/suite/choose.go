package suite

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// A row is a dataset or a learner to keep or to drop.
type row struct {
	at    int                    // the item in the file
	names []string               // the label, then other names
	alone func(item *node) *node // returns the item with this row alone, under its label
	keep  bool
	whole bool // all rows of its item are kept
}

// keepRows keeps the rows with the labels in a list of the file. A label matches the first names,
// or if no row has it the next names. Without labels it keeps all rows.
func keepRows(n *node, what string, rows []row, labels []string) (left []row, err error) {
	for _, label := range labels {
		found := false
		var known []string
		for name := range rows[0].names {
			again := found
			for i := range rows {
				if r := &rows[i]; !again && r.names[name] == label {
					r.keep, found = true, true
				}
				known = append(known, rows[i].names[name])
			}
		}
		if !found {
			return nil, fmt.Errorf("no %s is called %q\nhint: %s", what, label, hint(label, plural(what),
				distinct(known)))
		}
	}
	some := map[int]bool{} // items with a dropped row
	for _, r := range rows {
		some[r.at] = some[r.at] || !r.keep && len(labels) > 0
	}
	var items []*node
	done := map[string]bool{}
	for _, r := range rows {
		if r.whole = !some[r.at]; !r.keep && !r.whole {
			continue
		}
		id, item := fmt.Sprint(r.at), n.Items[r.at]
		if !r.whole {
			id, item = r.names[0], r.alone(item)
		}
		if !done[id] {
			items = append(items, item)
		}
		done[id] = true
		left = append(left, r)
	}
	n.Items = items
	return left, nil
}

// chooseDatasets keeps the datasets with these labels, of all sizes or of one size.
func (s *Suite) chooseDatasets(root *node, chosen []string) error {
	var rows []row
	for i := range s.Datasets {
		d := &s.Datasets[i]
		rows = append(rows, row{at: d.at, names: []string{d.column, d.item}, alone: d.alone})
	}
	left, err := keepRows(root.Find("datasets"), "dataset", rows, chosen)
	if err != nil {
		return err
	}
	now := map[string][]string{} // kept labels, by those in the file
	for _, r := range left {
		label, item := r.names[0], r.names[1]
		if r.whole {
			label = item
		}
		now[item] = distinct(append(now[item], label))
	}
	keepExceptions(root, now)
	return nil
}

// alone returns the item of a dataset with one of its sizes, under its label.
func (d *Dataset) alone(item *node) *node {
	args := &node{Kind: yamltree.Mapping}
	for _, f := range item.Fields[0].Value.Fields {
		switch {
		case f.Name == "as":
			continue
		case f.Name == "grid":
			for _, factor := range d.args[len(d.args)-len(f.Value.Fields):] {
				args.Set(factor.Name, factor.Value)
			}
			continue
		case f.Name == "split" && f.Value.Kind == yamltree.List:
			f.Value = &node{Kind: yamltree.List, Items: slices.DeleteFunc(slices.Clone(f.Value.Items),
				func(v *node) bool {
					return !slices.ContainsFunc(d.Splits, func(s Split) bool { return s.Pos == v.At })
				})}
		case f.Name == "sizes":
			f.Value = &node{Kind: yamltree.List, Items: []*node{yamltree.Int(d.Splits[0].Size)}}
		}
		args.Set(f.Name, f.Value)
	}
	args.Set("as", &node{Kind: yamltree.Text, Text: d.column})
	return &node{Kind: yamltree.Mapping, Fields: []field{{Name: item.Fields[0].Name, Value: args}}}
}

// keepExceptions keeps the parameters of learners on kept datasets, under the new labels of the
// datasets.
func keepExceptions(n *node, now map[string][]string) {
	for _, item := range n.Find("learners").Items {
		if item.Kind != yamltree.Mapping || item.Fields[0].Value.Find(on) == nil {
			continue
		}
		args := item.Fields[0].Value
		there := &node{Kind: yamltree.Mapping}
		for _, f := range args.Find(on).Fields {
			for _, label := range now[f.Name] {
				there.Set(label, f.Value)
			}
		}
		if args.Set(on, there); len(there.Fields) == 0 {
			args.Unset(on)
		}
	}
}

// chooseLearners keeps the learners with these labels: of one row, of all rows of one grid, or the
// name of a learner.
func (s *Suite) chooseLearners(root *node, chosen []string) error {
	var rows []row
	for i := range s.Learners {
		l := &s.Learners[i]
		rows = append(rows, row{at: l.at, names: []string{l.Label, l.grid, l.Name}, alone: l.alone})
	}
	left, err := keepRows(root.Find("learners"), "learner", rows, chosen)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(left, func(r row) bool { return r.names[0] == s.Against }) {
		root.Unset("against")
	}
	keepTuned(root)
	return nil
}

// alone returns the item of a learner with one row of its grid, under its label.
func (l *Learner) alone(item *node) *node {
	args := &node{Kind: yamltree.Mapping, Fields: slices.Clone(l.args)}
	for _, f := range item.Fields[0].Value.Fields {
		if f.Name != "as" && args.Find(f.Name) == nil { // no parameter
			args.Set(f.Name, f.Value)
		}
	}
	args.Set("as", &node{Kind: yamltree.Text, Text: l.Label})
	return &node{Kind: yamltree.Mapping, Fields: []field{{Name: l.Name, Value: args}}}
}

// listsOf returns the parameters with lists, also those in the key on.
func listsOf(args []field) (names []string) {
	for _, f := range args {
		switch {
		case f.Name == on:
			for _, dataset := range f.Value.Fields {
				names = append(names, listsOf(dataset.Value.Fields)...)
			}
		case f.Value.Kind == yamltree.List || f.Value.Kind == yamltree.Mapping:
			names = append(names, f.Name)
		}
	}
	return names
}

// keepTuned removes from tune: {over: …} parameters that no kept learner has a list of. If none is
// left nothing is tuned.
func keepTuned(n *node) {
	tune := n.Find("tune")
	if tune == nil || tune.Find("over") == nil {
		return
	}
	var lists []string
	for _, item := range n.Find("learners").Items {
		for _, f := range item.Fields {
			lists = append(lists, listsOf(f.Value.Fields)...)
		}
	}
	over := *tune.Find("over")
	over.Items = slices.DeleteFunc(slices.Clone(over.Items),
		func(v *node) bool { return !slices.Contains(lists, v.Text) })
	if tune.Set("over", &over); len(over.Items) == 0 {
		n.Unset("tune")
	}
}

func distinct(names []string) (list []string) {
	for _, name := range names {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
