package suite

import (
	"fmt"
	"slices"
)

// A row is a dataset or a learner that a look can leave.
type row struct {
	at    int                    // the item in the file
	names []string               // the label first, then others
	alone func(item *node) *node // the item of this row alone, which keeps its label
	keep  bool
	whole bool // all rows of its item are kept
}

// leave leaves the rows that labels name in a list of the file. A label is the first of the
// names that any row has. Without labels all are left.
func (n *node) leave(what string, rows []row, labels []string) (left []row, err error) {
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
			return nil, fmt.Errorf("no %s is called %q\nhint: %s", what, label, hint(label, plural(what), distinct(known)))
		}
	}
	some := map[int]bool{} // items of which a row is not kept
	for _, r := range rows {
		some[r.at] = some[r.at] || !r.keep && len(labels) > 0
	}
	var items []*node
	done := map[string]bool{}
	for _, r := range rows {
		if r.whole = !some[r.at]; !r.keep && !r.whole {
			continue
		}
		id, item := fmt.Sprint(r.at), n.items[r.at]
		if !r.whole {
			id, item = r.names[0], r.alone(item)
		}
		if !done[id] {
			items = append(items, item)
		}
		done[id] = true
		left = append(left, r)
	}
	n.items = items
	return left, nil
}

// chooseDatasets leaves the datasets of these labels: of all sizes, or of one.
func (s *Suite) chooseDatasets(root *node, chosen []string) error {
	var rows []row
	for i := range s.Datasets {
		d := &s.Datasets[i]
		rows = append(rows, row{at: d.at, names: []string{d.column, d.item}, alone: d.alone})
	}
	left, err := root.find("datasets").leave("dataset", rows, chosen)
	if err != nil {
		return err
	}
	now := map[string][]string{} // labels that are left, by those of the file
	for _, r := range left {
		label, item := r.names[0], r.names[1]
		if r.whole {
			label = item
		}
		now[item] = distinct(append(now[item], label))
	}
	root.exceptOn(now)
	return nil
}

// alone returns the item of one of the sizes of a dataset, which keeps its label.
func (d *Dataset) alone(item *node) *node {
	args := &node{kind: mapping}
	for _, f := range item.fields[0].value.fields {
		switch {
		case f.name == "as":
			continue
		case f.name == "split" && f.value.kind == list:
			f.value = &node{kind: list, items: slices.DeleteFunc(slices.Clone(f.value.items), func(v *node) bool {
				return !slices.ContainsFunc(d.Splits, func(s Split) bool { return s.Pos == v.at })
			})}
		case f.name == "sizes":
			f.value = &node{kind: list, items: []*node{whole64(d.Splits[0].Size)}}
		}
		args.set(f.name, f.value)
	}
	args.set("as", &node{kind: text, text: d.column})
	return &node{kind: mapping, fields: []field{{name: item.fields[0].name, value: args}}}
}

// exceptOn leaves the parameters that learners have on the datasets that are left, under their labels.
func (n *node) exceptOn(now map[string][]string) {
	for _, item := range n.find("learners").items {
		if item.kind != mapping || item.fields[0].value.find(on) == nil {
			continue
		}
		args := item.fields[0].value
		there := &node{kind: mapping}
		for _, f := range args.find(on).fields {
			for _, label := range now[f.name] {
				there.set(label, f.value)
			}
		}
		if args.set(on, there); len(there.fields) == 0 {
			args.unset(on)
		}
	}
}

// chooseLearners leaves the learners of these labels: of a row, or of all rows of one grid, or the name of a learner.
func (s *Suite) chooseLearners(root *node, chosen []string) error {
	var rows []row
	for i := range s.Learners {
		l := &s.Learners[i]
		rows = append(rows, row{at: l.at, names: []string{l.Label, l.grid, l.Name}, alone: l.alone})
	}
	left, err := root.find("learners").leave("learner", rows, chosen)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(left, func(r row) bool { return r.names[0] == s.Against }) {
		root.unset("against")
	}
	root.tuneOver()
	return nil
}

// alone returns the item of one row of a grid, which keeps its label.
func (l *Learner) alone(item *node) *node {
	args := &node{kind: mapping, fields: slices.Clone(l.args)}
	for _, f := range item.fields[0].value.fields {
		if slices.Contains([]string{"decoders", "aa", on}, f.name) {
			args.set(f.name, f.value)
		}
	}
	args.set("as", &node{kind: text, text: l.Label})
	return &node{kind: mapping, fields: []field{{name: l.Name, value: args}}}
}

// listsOf returns the parameters with lists, also those in on.
func listsOf(args []field) (names []string) {
	for _, f := range args {
		switch {
		case f.name == on:
			for _, dataset := range f.value.fields {
				names = append(names, listsOf(dataset.value.fields)...)
			}
		case f.value.kind == list || f.value.kind == mapping:
			names = append(names, f.name)
		}
	}
	return names
}

// tuneOver leaves out of tune: {over: …} what none of those that are left has a list of; without any nothing is tuned.
func (n *node) tuneOver() {
	tune := n.find("tune")
	if tune == nil || tune.find("over") == nil {
		return
	}
	var lists []string
	for _, item := range n.find("learners").items {
		for _, f := range item.fields {
			lists = append(lists, listsOf(f.value.fields)...)
		}
	}
	over := *tune.find("over")
	over.items = slices.DeleteFunc(slices.Clone(over.items), func(v *node) bool { return !slices.Contains(lists, v.text) })
	if tune.set("over", &over); len(over.items) == 0 {
		n.unset("tune")
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
