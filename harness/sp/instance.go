package sp

import "fmt"

// Unknown is the label of a variable not observed, or hidden from the learner.
const Unknown int32 = -1

// An Edge joins variables U < V.
type Edge struct{ U, V int32 }

// An Instance is one structured example: a graph of n variables, m edges and K
// labels per variable, with features and (part of) its gold labeling. A chain
// has the edges {t,t+1}. Holders treat it as read-only.
type Instance struct {
	ID     string  // unique in its dataset; selects the noise for this instance
	Weight float64 // aᵢ in the objective; 1 by default
	K      int     // labels per variable
	Node   Rows    // n×Dn
	Edges  []Edge  // m
	Edge   Rows    // m×De; De == 0 means one constant feature per edge
	Gold   []int32 // n; Unknown where unobserved or hidden
	// n lists of candidate labels, used if Gold is Unknown; nil, or a nil list, allows all
	Allowed [][]int32
	Size    []float64 // n, such as the pixels of a superpixel; nil means 1
	Shape   [2]int    // rows, columns when the variables are an image grid, else 0, 0
	// Mixed (n×K) divides the size of each variable among true labels. It serves variables made
	// of parts with different labels, such as the pixels of a superpixel. Parts of unknown
	// label are left out. nil: all of the size has the gold label. It is for scoring: learners
	// never get it.
	Mixed []float64
	// Costs (n×K) are the true costs of labels: gold is an allowed labeling of least cost. They are
	// labels. Learners get those of fully labelled training instances only. nil: not known.
	Costs []float64
	Frame *Frame // nil: x is whole
	// Structure, if not nil, is the set of allowed labelings. There are then no edges.
	Structure *Structure
	Factors   *Factors // beside the edges; nil: none
	// Label (K×Dl) has the features of labels, for feature maps that score variable and label
	// together; D == 0: there are none.
	Label Rows
	// Transitions are the allowed successions of labels of a chain; nil: all. Solvers of a task and
	// shared decoders forbid all others.
	Transitions *Transitions
	// Texts (n) are the words behind the variables, for pictures and for learners that ask for them
	// (Texts of learner.Info). nil: there are none.
	Texts []string
}

// Names are the names of labels, and of the columns of features of variables, of a fit. Features is
// nil if they have no names.
type Names struct{ Labels, Features []string }

// N returns the number of variables.
func (x *Instance) N() int { return x.Node.N }

// Labelled reports whether every gold label is known. O(n).
func (x *Instance) Labelled() bool {
	for _, k := range x.Gold {
		if k == Unknown {
			return false
		}
	}
	return true
}

// SizeOf returns the size of variable d.
func (x *Instance) SizeOf(d int) float64 {
	if x.Size == nil {
		return 1
	}
	return x.Size[d]
}

// IsChain reports whether the edges are exactly {t,t+1} in order, without a structure. O(m).
func (x *Instance) IsChain() bool {
	if x.Structure != nil || len(x.Edges) != max(x.N()-1, 0) {
		return false
	}
	for t, e := range x.Edges {
		if e.U != int32(t) || e.V != int32(t+1) {
			return false
		}
	}
	return true
}

// ChainEdges returns the edges {t,t+1} of a chain of n variables.
func ChainEdges(n int) []Edge {
	if n < 2 {
		return nil
	}
	edges := make([]Edge, n-1)
	for t := range edges {
		edges[t] = Edge{int32(t), int32(t + 1)}
	}
	return edges
}

// GridEdges returns the edges of an image: its pixels are variables, numbered row by row. Each
// pixel is joined to its right neighbour, then to the one below.
func GridEdges(rows, columns int) (edges []Edge) {
	for d := range rows * columns {
		if d%columns < columns-1 {
			edges = append(edges, Edge{int32(d), int32(d + 1)})
		}
		if d/columns < rows-1 {
			edges = append(edges, Edge{int32(d), int32(d + columns)})
		}
	}
	return edges
}

// Check returns the first contradiction within the instance; every reader of foreign data calls
// it. O(size).
func (x *Instance) Check() error {
	if err := x.check(); err != nil {
		return fmt.Errorf("sp: instance %q: %w", x.ID, err)
	}
	return nil
}

func (x *Instance) check() error {
	n, m := x.N(), len(x.Edges)
	for _, rows := range []*Rows{&x.Node, &x.Edge, &x.Label} {
		if err := rows.Check(); err != nil {
			return err
		}
	}
	switch {
	case x.K < 1:
		return fmt.Errorf("%d labels, at least 1 is needed", x.K)
	case !(x.Weight > 0) || x.Weight-x.Weight != 0:
		return fmt.Errorf("weight %v, must be positive and finite", x.Weight)
	case len(x.Gold) != n:
		return fmt.Errorf("%d gold labels for %d variables", len(x.Gold), n)
	case x.Edge.D > 0 && x.Edge.N != m:
		return fmt.Errorf("%d edge feature rows for %d edges", x.Edge.N, m)
	case x.Size != nil && len(x.Size) != n:
		return fmt.Errorf("%d sizes for %d variables", len(x.Size), n)
	case x.Mixed != nil && len(x.Mixed) != n*x.K:
		return fmt.Errorf("%d sizes of true labels for %d variables of %d labels", len(x.Mixed), n, x.K)
	case x.Costs != nil && len(x.Costs) != n*x.K:
		return fmt.Errorf("%d costs for %d variables of %d labels", len(x.Costs), n, x.K)
	case x.Texts != nil && len(x.Texts) != n:
		return fmt.Errorf("%d texts for %d variables", len(x.Texts), n)
	case x.Allowed != nil && len(x.Allowed) != n:
		return fmt.Errorf("%d candidate lists for %d variables", len(x.Allowed), n)
	case x.Shape != [2]int{} && x.Shape[0]*x.Shape[1] != n:
		return fmt.Errorf("a grid of %d×%d for %d variables", x.Shape[0], x.Shape[1], n)
	}
	for i, e := range x.Edges {
		if e.U < 0 || e.U >= e.V || int(e.V) >= n {
			return fmt.Errorf("edge %d joins %d and %d, needs 0 <= U < V < %d", i, e.U, e.V, n)
		}
	}
	if err := x.checkNumbers(); err != nil {
		return err
	}
	if x.Frame != nil {
		if err := x.Frame.check(x); err != nil {
			return err
		}
	}
	return x.checkLabels()
}

// checkNumbers checks sizes and costs.
func (x *Instance) checkNumbers() error {
	for d, s := range x.Size {
		if !(s >= 0) || s-s != 0 {
			return fmt.Errorf("size %v of variable %d, must be finite and not negative", s, d)
		}
	}
	for i, s := range x.Mixed {
		if !(s >= 0) || s-s != 0 {
			return fmt.Errorf("size %v of label %d of variable %d, must be finite and not negative",
				s, i%x.K, i/x.K)
		}
	}
	for i, c := range x.Costs {
		if c-c != 0 {
			return fmt.Errorf("cost %v of label %d of variable %d, must be finite", c, i%x.K, i/x.K)
		}
	}
	return nil
}

func (x *Instance) checkLabels() error {
	for d, k := range x.Gold {
		if k != Unknown && (k < 0 || int(k) >= x.K) {
			return fmt.Errorf("gold label %d of variable %d, must be below %d", k, d, x.K)
		}
	}
	for d, list := range x.Allowed {
		if list != nil && len(list) == 0 {
			return fmt.Errorf("no label is allowed for variable %d", d)
		}
		for _, k := range list {
			if k < 0 || int(k) >= x.K {
				return fmt.Errorf("allowed label %d of variable %d, must be below %d", k, d, x.K)
			}
		}
	}
	if err := x.Factors.check(x.N()); err != nil {
		return err
	}
	return x.checkStructure()
}

// checkStructure checks the features of labels and the set of labelings: the gold labeling is in
// it, if all of it is known.
func (x *Instance) checkStructure() error {
	if x.Label.D > 0 && x.Label.N != x.K {
		return fmt.Errorf("%d feature rows of labels for %d labels", x.Label.N, x.K)
	}
	if x.Structure == nil {
		return nil
	}
	if m := len(x.Edges) + x.Factors.N(); m > 0 {
		return fmt.Errorf("%d edges and factors beside structure %q, must be none", m,
			x.Structure.Kind)
	}
	if err := x.Structure.Check(x.N(), x.K); err != nil {
		return err
	}
	if !x.Labelled() {
		return nil
	}
	if err := x.Structure.Allows(x.Gold, x.K); err != nil {
		return fmt.Errorf("the gold labeling is not in its structure: %w", err)
	}
	return nil
}
