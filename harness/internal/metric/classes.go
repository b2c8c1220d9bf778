package metric

import (
	"fmt"
	"slices"
	"strings"
)

// classes are the arguments to choose labels by name: the listed ones, or all but some.
type classes struct {
	Labels  []string `json:"labels" help:"of these labels alone; default: all"`
	Without []string `json:"without" help:"without these labels"`
}

// A choice is a list of the labels of a dataset.
type choice struct {
	list  []int32 // ascending
	place []int   // of each label in list; -1: not in list
}

// chosen returns the choice among the labels. It is empty if labels is nil.
func (c *classes) chosen(labels []string) (choice, error) {
	if c.Labels != nil && c.Without != nil {
		return choice{}, fmt.Errorf("labels and without exclude each other")
	}
	if c.Labels != nil && len(c.Labels) == 0 {
		return choice{}, fmt.Errorf("labels is empty")
	}
	var all choice
	if labels == nil {
		return all, nil
	}
	for _, name := range slices.Concat(c.Labels, c.Without) {
		if !slices.Contains(labels, name) {
			return all, fmt.Errorf("the dataset has no label %q; it has %s", name, some(labels))
		}
	}
	for k, name := range labels {
		if c.Labels != nil && !slices.Contains(c.Labels, name) || slices.Contains(c.Without, name) {
			all.place = append(all.place, -1)
			continue
		}
		all.place = append(all.place, len(all.list))
		all.list = append(all.list, int32(k))
	}
	if len(all.list) == 0 {
		return all, fmt.Errorf("no label is left")
	}
	return all, nil
}

// words describes the choice, to follow the description of a metric.
func (c *classes) words() string {
	switch {
	case c.Labels != nil:
		return ", of " + some(c.Labels)
	case len(c.Without) > 0:
		return ", without " + some(c.Without)
	}
	return ""
}

// some lists at most 12 names.
func some(names []string) string {
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
