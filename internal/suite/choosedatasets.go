package suite

import (
	"fmt"
	"slices"
)

// chooseDatasets leaves the datasets of these labels: of all sizes, or of one.
func (s *Suite) chooseDatasets(root *node, chosen []string) error {
	items := root.find("datasets").items
	keep := make([]bool, len(s.Datasets))
	var known []string
	for i := range s.Datasets {
		d := &s.Datasets[i]
		known = append(known, d.item, d.column)
	}
	for _, label := range chosen {
		any := false
		for i := range s.Datasets {
			if d := &s.Datasets[i]; d.item == label || d.column == label {
				keep[i], any = true, true
			}
		}
		if !any {
			return fmt.Errorf("no dataset is called %q; %s", label, hint(label, "datasets", distinct(known)))
		}
	}
	var left []*node
	now := map[string][]string{} // labels that are left, by those of the file
	for i := range s.Datasets {
		d := &s.Datasets[i]
		if !keep[i] || slices.Contains(now[d.item], d.column) {
			continue
		}
		whole := true
		for j := range s.Datasets {
			whole = whole && (s.Datasets[j].at != d.at || keep[j])
		}
		switch {
		case !whole:
			left = append(left, d.alone(items[d.at]))
			now[d.item] = append(now[d.item], d.column)
		case len(left) == 0 || left[len(left)-1] != items[d.at]:
			left = append(left, items[d.at])
			now[d.item] = append(now[d.item], d.item)
		}
	}
	root.set("datasets", &node{kind: list, items: left})
	root.exceptOn(now)
	return nil
}

// alone returns the item of one of the sizes of a dataset, which keeps its label.
func (d *Dataset) alone(item *node) *node {
	args := &node{kind: mapping}
	for _, f := range item.fields[0].value.fields {
		switch f.name {
		case "as":
		case "split":
			if f.value.kind == list {
				one := *f.value
				one.items = slices.DeleteFunc(slices.Clone(one.items), func(v *node) bool {
					return !slices.ContainsFunc(d.Splits, func(s Split) bool { return s.Pos == v.at })
				})
				f.value = &one
			}
			args.set(f.name, f.value)
		case "sizes":
			args.set(f.name, &node{kind: list, items: []*node{whole64(d.Splits[0].Size)}})
		default:
			args.set(f.name, f.value)
		}
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
