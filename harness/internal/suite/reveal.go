package suite

import "fmt"

// Values of Reveal.Forests: the orders in which package partition grows forests.
const (
	BreadthFirst = "breadth-first"
	DepthFirst   = "depth-first"
)

// A Reveal says which labels of a test instance a decoder may see. They are not scored. The choice
// is a function of the seed and the instance, the same for every learner. The zero value reveals
// none.
type Reveal struct {
	Share float64 `json:"share,omitempty" short:"only" range:"[0,1)"` // of the labels
	// Parts divides the variables of an instance into so many parts. In turn each of
	// them is hidden while all other labels are shown, so that every variable is
	// predicted, and scored, once. One field at most is set.
	Parts int `json:"parts,omitempty" alone:"yes" range:"[2,inf)" help:"number of parts, each hidden in turn"`
	// Forests divides the variables of an instance in two again and again, in one of
	// the orders of growth of package partition, until every variable has been in an A.
	// Each A, a forest, is hidden while all other labels, B's, are shown: all sums over
	// A are exact on any graph. A variable is scored when it is hidden first.
	Forests string `json:"forests,omitempty" alone:"yes" enum:"breadth-first,depth-first" help:"forests grown in that order, each hidden in turn"`
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
