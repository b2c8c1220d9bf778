// Package inspect describes a dataset for its author: sizes, labels, features, graphs, oracles, and
// one instance.
package inspect

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/sp"
)

// Write describes d in lines of text. Time: O(size), plus that of [oracle.Width] on the largest
// graph and of [oracle.New] on up to 100 others.
func Write(w io.Writer, d *data.Dataset) error {
	p := &printer{w: w, standardised: d.Standardise}
	p.sizes(d)
	p.labels(d)
	p.features("node", d.NodeWidth, rowsOf(d, func(x *sp.Instance) *sp.Rows { return &x.Node }))
	p.largest(d)
	if d.EdgeWidth == 0 {
		p.line("edge features", "none: one constant feature for each edge")
	} else {
		p.features("edge", d.EdgeWidth, rowsOf(d, func(x *sp.Instance) *sp.Rows { return &x.Edge }))
	}
	p.line("graphs", "%s", graphs(d))
	for _, line := range oracles(d) {
		p.line("oracles", "%s", line)
	}
	p.extras(d)
	p.splits(d)
	p.repeats(d)
	p.instance(d)
	return p.err
}

// A printer writes lines under headings.
type printer struct {
	w    io.Writer
	last string
	err  error

	standardised bool // features will be
}

// line writes one line. It leaves out the heading if the line before has the same.
func (p *printer) line(about, text string, args ...any) {
	if about == p.last {
		about = ""
	} else {
		p.last = about
		about += ":"
	}
	if _, err := fmt.Fprintf(p.w, "%-15s%s\n", about, fmt.Sprintf(text, args...)); err != nil &&
		p.err == nil {
		p.err = err
	}
}

func (p *printer) sizes(d *data.Dataset) {
	var n, m []int
	for i := range d.Instances {
		n, m = append(n, d.Instances[i].N()), append(m, len(d.Instances[i].Edges))
	}
	p.line("instances", "%d; %s; %s", len(d.Instances), spread("variables", n), spread("edges", m))
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

// extras describes the optional parts of instances.
func (p *printer) extras(d *data.Dataset) {
	var has []string
	count := func(what string, in func(i int) bool) {
		n := 0
		for i := range d.Instances {
			if in(i) {
				n++
			}
		}
		if n > 0 {
			has = append(has, fmt.Sprintf("%s in %d", what, n))
		}
	}
	at := func(i int) *sp.Instance { return &d.Instances[i] }
	count("a weight other than 1", func(i int) bool { return at(i).Weight != 1 })
	count("the shape of an image", func(i int) bool { return at(i).Shape != [2]int{} })
	count("sizes", func(i int) bool { return at(i).Size != nil })
	count("lists of allowed labels", func(i int) bool { return at(i).Allowed != nil })
	count("several true labels of a variable", func(i int) bool { return at(i).Mixed != nil })
	count("a box", func(i int) bool { return d.Outside != nil && slices.Contains(d.Outside[i], true) })
	if len(has) > 0 {
		p.line("besides", "%s", strings.Join(has, ", "))
	}
	if d.Standardise {
		p.line("standardised", "features are, on what a fit learns from")
	}
	if d.MinCount > 0 {
		p.line("left out", "sparse features that what a fit learns from has less than %d times",
			d.MinCount)
	}
}
