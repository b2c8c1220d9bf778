// Package inspect describes a dataset for its author: sizes, labels, features, graphs, oracles, and
// one instance.
//
// Each section is a function from a dataset to lines. [Write] prints them under a heading.
package inspect

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/sp"
)

// sections are the sections of a description, in order.
var sections = []struct {
	heading string
	lines   func(d *data.Dataset) []string // none: no section
}{
	{"instances", sizes}, {"labels", labels}, {"node features", nodeFeatures},
	{"edge features", edgeFeatures}, {"label rows", labelFeatures}, {"graphs", graphs},
	{"structures", structures}, {"oracles", oracles}, {"besides", extras},
	{"standardised", standardised}, {"left out", leftOut}, {"folds", folds}, {"copies", copies},
	{"groups", groups}, {"labelings", labelings}, {"the first one", first},
}

// Write describes d in lines of text. Time: O(size), plus that of [minfill.Width] on the largest
// graph and of [oracle.New] on up to 100 others.
func Write(w io.Writer, d *data.Dataset) error {
	for _, s := range sections {
		heading := s.heading + ":"
		for _, line := range s.lines(d) {
			if _, err := fmt.Fprintf(w, "%-15s%s\n", heading, line); err != nil {
				return err
			}
			heading = ""
		}
	}
	return nil
}

func sizes(d *data.Dataset) []string {
	var n, m []int
	for i := range d.Instances {
		n, m = append(n, d.Instances[i].N()), append(m, len(d.Instances[i].Edges))
	}
	return []string{fmt.Sprintf("%d; %s; %s", len(d.Instances), spread("variables", n),
		spread("edges", m))}
}

// spread describes a list of counts: the sum, and the range per instance.
func spread(what string, list []int) string {
	slices.Sort(list)
	sum := 0
	for _, v := range list {
		sum += v
	}
	first, last := list[0], list[len(list)-1]
	if first == last {
		return fmt.Sprintf("%d %s (%d each)", sum, what, first)
	}
	return fmt.Sprintf("%d %s (%d to %d, median %d)", sum, what, first, last, list[len(list)/2])
}

// extras counts the instances with an optional part.
func extras(d *data.Dataset) []string {
	var has []string
	for _, part := range []struct {
		what string
		in   func(i int, x *sp.Instance) bool
	}{
		{"a weight other than 1", func(_ int, x *sp.Instance) bool { return x.Weight != 1 }},
		{"the shape of an image", func(_ int, x *sp.Instance) bool { return x.Shape != [2]int{} }},
		{"sizes", func(_ int, x *sp.Instance) bool { return x.Size != nil }},
		{"lists of allowed labels", func(_ int, x *sp.Instance) bool { return x.Allowed != nil }},
		{"several true labels of a variable", func(_ int, x *sp.Instance) bool {
			return x.Mixed != nil
		}},
		{"true costs", func(_ int, x *sp.Instance) bool { return x.Costs != nil }},
		{"a box", func(i int, _ *sp.Instance) bool {
			return d.Outside != nil && slices.Contains(d.Outside[i], true)
		}},
	} {
		n := 0
		for i := range d.Instances {
			if part.in(i, &d.Instances[i]) {
				n++
			}
		}
		if n > 0 {
			has = append(has, fmt.Sprintf("%s in %d", part.what, n))
		}
	}
	if has == nil {
		return nil
	}
	return []string{strings.Join(has, ", ")}
}

func standardised(d *data.Dataset) []string {
	if !d.Standardise {
		return nil
	}
	return []string{"features are, on what a fit learns from"}
}

func leftOut(d *data.Dataset) []string {
	switch d.MinCount {
	case 0:
		return nil
	case 1:
		return []string{"by each fit, sparse features that its training part does not have"}
	}
	return []string{fmt.Sprintf("by each fit, sparse features of less than %d variables of its "+
		"training part", d.MinCount)}
}

// copies counts the instances with equal features and graphs in another fold.
func copies(d *data.Dataset) []string {
	return []string{repeated(d, d.FeatureClasses(), "have the features and the graph of")}
}

func groups(d *data.Dataset) []string {
	if d.Group == nil {
		return nil
	}
	classes := d.GroupClasses()
	return []string{fmt.Sprintf("%d different ones (%s); %s", slices.Max(classes)+1,
		cmp.Or(d.GroupName, "group"), repeated(d, classes, "have that of"))}
}

func labelings(d *data.Dataset) []string {
	classes := d.LabelingClasses()
	if slices.Max(classes) < 0 { // nothing is labelled
		return nil
	}
	return []string{fmt.Sprintf("%d different ones; %s", slices.Max(classes)+1,
		repeated(d, classes, "have that of"))}
}

// repeated counts the instances whose class is in another fold too. Without several folds it counts
// all classes of two or more.
func repeated(d *data.Dataset, classes []int, have string) string {
	other := "another instance"
	if d.SeveralFolds() {
		other = "an instance in another fold"
	}
	n, known := d.Repeated(classes)
	return fmt.Sprintf("%.1f %% of the instances (%d of %d) %s %s",
		100*float64(n)/float64(max(known, 1)), n, known, have, other)
}

// cut returns the start of a list, with a sign for the rest.
func cut(list []string, most int) []string {
	if len(list) <= most {
		return list
	}
	return append(list[:most:most], "…")
}
