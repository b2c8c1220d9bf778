package suite

import (
	"fmt"
	"slices"
)

// Values of Reveal.Forests: the orders in which package partition grows forests.
const (
	BreadthFirst = "breadth-first"
	DepthFirst   = "depth-first"
)

var revealKeys = []string{"parts", "forests"}

var growths = []string{BreadthFirst, DepthFirst}

// A Reveal is the protocol of an output: which labels of a test instance are shown to
// the learner, and hence not scored. The choice is a function of the seed and the
// instance, the same for every learner. The zero value shows none.
type Reveal struct {
	Share float64 `json:"share,omitempty"` // of the labels, in [0,1)
	// Parts divides the variables of an instance into so many parts. In turn each of
	// them is hidden while all other labels are shown, so that every variable is
	// predicted, and scored, once. One field at most is set.
	Parts int `json:"parts,omitempty"`
	// Forests divides the variables of an instance in two again and again, in one of
	// the orders of growth of package partition, until every variable has been in an A.
	// Each A, a forest, is hidden while all other labels, B's, are shown: all sums over
	// A are exact on any graph. A variable is scored when it is hidden first.
	Forests string `json:"forests,omitempty"`
}

// String writes the protocol as a person would.
func (r Reveal) String() string {
	switch {
	case r.Parts > 0:
		return fmt.Sprintf("all but each of %d parts in turn", r.Parts)
	case r.Forests != "":
		return "all but those of a forest, " + r.Forests + ", in turn"
	case r.Share > 0:
		return percent(r.Share)
	}
	return "none"
}

// reveal reads a protocol: a share, {parts: N} or {forests: GROWTH}.
func (r *reader) reveal(f field) (p Reveal) {
	const forms = "a share such as 0.25, {parts: N} or {forests: " + BreadthFirst + "}"
	switch v := f.value; {
	case v.kind == mapping:
		for _, f := range r.fields(v, "reveal", revealKeys) {
			switch f.name {
			case "parts":
				if p.Parts = int(r.count(f)); p.Parts == 1 {
					r.fail(f.value.at, "leave reveal out to show no label", "one part would hide all labels")
				}
			case "forests":
				if p.Forests = r.text(f); !slices.Contains(growths, p.Forests) {
					r.fail(f.value.at, hint(p.Forests, "growths", growths), "unknown growth %s", quote(p.Forests))
				}
			}
		}
		if len(v.fields) != 1 {
			r.fail(v.at, "", "reveal is %s", forms)
		}
	case v.kind != number:
		r.wrong(v, f.name, forms)
	case v.number < 0 || v.number >= 1:
		r.fail(v.at, "", "reveal is %s, must be at least 0 and below 1: what is revealed is not scored", v.text)
	default:
		p.Share = v.number
	}
	return p
}
