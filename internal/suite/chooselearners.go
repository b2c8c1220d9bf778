package suite

import (
	"fmt"
	"slices"
)

// chooseLearners leaves the learners of these labels: of a row, or of all rows of one grid, or the name of a learner.
func (s *Suite) chooseLearners(root *node, chosen []string) error {
	items := root.find("learners").items
	keep := make([]bool, len(s.Learners))
	var known []string
	for i := range s.Learners {
		l := &s.Learners[i]
		known = append(known, l.Label, l.grid, l.Name)
	}
	for _, label := range chosen {
		is := func(name func(*Learner) string) (any bool) {
			for i := range s.Learners {
				if name(&s.Learners[i]) == label {
					keep[i], any = true, true
				}
			}
			return any
		}
		if !is(func(l *Learner) string { return l.Label }) && !is(func(l *Learner) string { return l.grid }) && !is(func(l *Learner) string { return l.Name }) {
			return fmt.Errorf("no learner is called %q; %s", label, hint(label, "learners", distinct(known)))
		}
	}
	var left []*node
	var labels, lists []string // that are left
	for i := range s.Learners {
		l := &s.Learners[i]
		if !keep[i] {
			continue
		}
		labels = append(labels, l.Label)
		lists = append(lists, listsOf(items[l.at])...)
		switch whole := s.allOf(keep, l.at); {
		case !whole:
			left = append(left, l.alone(items[l.at]))
		case len(left) == 0 || left[len(left)-1] != items[l.at]:
			left = append(left, items[l.at])
		}
	}
	root.set("learners", &node{kind: list, items: left})
	if !slices.Contains(labels, s.Against) {
		root.unset("against")
	}
	root.tuneOver(lists)
	return nil
}

// allOf reports whether all rows of the item are kept.
func (s *Suite) allOf(keep []bool, item int) bool {
	for i := range s.Learners {
		if s.Learners[i].at == item && !keep[i] {
			return false
		}
	}
	return true
}

// alone returns the item of one row of a grid, which keeps its label.
func (l *Learner) alone(item *node) *node {
	args := &node{kind: mapping, fields: slices.Clone(l.args)}
	for _, f := range item.fields[0].value.fields {
		if slices.Contains([]string{"outputs", "aa", on}, f.name) {
			args.set(f.name, f.value)
		}
	}
	args.set("as", &node{kind: text, text: l.Label})
	return &node{kind: mapping, fields: []field{{name: l.Name, value: args}}}
}

// listsOf returns the parameters of an item that are lists.
func listsOf(item *node) (names []string) {
	if item.kind != mapping {
		return nil
	}
	args := item.fields[0].value.fields
	if z := item.fields[0].value.find(zip); z != nil {
		args = slices.Concat(args, z.fields)
	}
	for _, f := range args {
		if f.value.kind == list || f.value.kind == mapping {
			names = append(names, f.name)
		}
	}
	return names
}

// tuneOver leaves out of tune: {over: …} what none of those that are left has a list of; without any nothing is tuned.
func (n *node) tuneOver(lists []string) {
	tune := n.find("tune")
	if tune == nil || tune.find("over") == nil {
		return
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
