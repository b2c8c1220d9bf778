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
	var texts []string
	var counts [7]int
	for i := range d.Instances {
		x := &d.Instances[i]
		for j, has := range [...]bool{x.Weight != 1, x.Shape != [2]int{}, x.Size != nil, x.Allowed != nil,
			x.Mixed != nil, x.Costs != nil, d.Outside != nil && slices.Contains(d.Outside[i], true)} {
			if has {
				counts[j]++
			}
		}
	}
	for j, what := range [...]string{"a weight other than 1", "the shape of an image", "sizes",
		"lists of allowed labels", "several true labels of a variable", "true costs", "a box"} {
		if counts[j] > 0 {
			texts = append(texts, fmt.Sprintf("%s in %d", what, counts[j]))
		}
	}
	if texts == nil {
		return nil
	}
	return []string{strings.Join(texts, ", ")}
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
	return different(d, d.GroupClasses(), " ("+cmp.Or(d.GroupName, "group")+")")
}

func labelings(d *data.Dataset) []string { return different(d, d.LabelingClasses(), "") }

// different counts the classes; none without one.
func different(d *data.Dataset, classes []int, what string) []string {
	n := slices.Max(classes) + 1
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d different ones%s; %s", n, what,
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

// cut joins the start of a list, with a sign for the rest.
func cut(list []string, most int, by string) string {
	if len(list) > most {
		list = append(list[:most:most], "…")
	}
	return strings.Join(list, by)
}
