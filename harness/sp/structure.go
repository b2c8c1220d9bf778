package sp

import (
	"errors"
	"fmt"
)

// Kinds of structures.
const (
	// Assignment: all labels differ, but for None, the label without a limit (−1: there is none).
	// A variable is a word and its label the word that it is aligned with, say.
	Assignment = "assignment"
	// Arborescence: variable d is node d+1 of a tree with root 0, and its label is its head, so
	// that K = n+1. Single: the root has exactly one child.
	Arborescence = "arborescence"
	// Path: variable d is the arc Arcs[d] of a directed acyclic graph, with label 1 on the path
	// from Source to Sink and label 0 elsewhere.
	Path = "path"
	// Cardinality: at least Least and at most Most variables have label 1 of two.
	Cardinality = "cardinality"
	// Command: what a program of the user allows.
	Command = "command"
)

// maxNode bounds the numbers of nodes of a path: solvers keep a few numbers for each.
const maxNode = 1 << 24

// A Structure is a set of labelings. An instance with a structure has no edges: its labelings are
// those of the set. Holders treat it as read-only; instances may share one.
type Structure struct {
	Kind         string
	None         int32  // of an assignment
	Single       bool   // of an arborescence
	Arcs         []Edge // of a path, one for each variable, U < V: nodes are in topological order
	Source, Sink int32  // of a path
	Least, Most  int32  // of a cardinality
	Command      []string
	Seconds      float64 // that an answer of the command may take
	Sums         bool    // the command sums, too
	ID           string  // of the instance, for the command
}

// Asks reports whether a command solves the structure, which may be nil.
func (s *Structure) Asks() bool { return s != nil && s.Kind == Command }

// Check returns the first contradiction within the structure of n variables and k labels. O(n).
func (s *Structure) Check(n, k int) error {
	switch s.Kind {
	case Assignment:
		if err := s.checkAssignment(n, k); err != nil {
			return err
		}
	case Arborescence:
		if k != n+1 {
			return fmt.Errorf("arborescence: %d labels for %d variables, want %d: the root and each "+
				"variable", k, n, n+1)
		}
	case Path:
		if err := s.checkPath(n, k); err != nil {
			return err
		}
	case Cardinality:
		if k != 2 || s.Least < 0 || s.Most < max(s.Least, 1) || int(s.Least) > n {
			return fmt.Errorf("cardinality: %d to %d of %d variables with label 1 of %d, want "+
				"0 <= least <= most, 1 <= most, least <= variables, 2 labels", s.Least, s.Most, n, k)
		}
	case Command:
		if len(s.Command) == 0 {
			return fmt.Errorf("command: no program is named")
		}
	default:
		return fmt.Errorf("structure %q, must be %s, %s, %s, %s or %s", s.Kind, Assignment,
			Arborescence, Path, Cardinality, Command)
	}
	return s.checkOthers()
}

// checkOthers returns an error if a field of another kind is set.
func (s *Structure) checkOthers() error {
	o := *s
	switch s.Kind {
	case Assignment:
		o.None = 0
	case Arborescence:
		o.Single = false
	case Path:
		o.Arcs, o.Source, o.Sink = nil, 0, 0
	case Cardinality:
		o.Least, o.Most = 0, 0
	case Command:
		return nil
	}
	if o.Single || len(o.Arcs) > 0 || o.None|o.Source|o.Sink|o.Least|o.Most != 0 {
		return fmt.Errorf("%s with a field of another kind: none is of assignments, single of "+
			"arborescences, arcs, source and sink of paths, least and most of cardinalities", s.Kind)
	}
	return nil
}

func (s *Structure) checkAssignment(n, k int) error {
	switch {
	case s.None < Unknown || int(s.None) >= k:
		return fmt.Errorf("assignment: none is label %d, must be below %d, or -1", s.None, k)
	case s.None == Unknown && n > k:
		return fmt.Errorf("assignment: %d variables for %d labels, and no label \"none\": no "+
			"labeling has different labels", n, k)
	}
	return nil
}

func (s *Structure) checkPath(n, k int) error {
	if k != 2 || len(s.Arcs) != n {
		return fmt.Errorf("path: %d arcs for %d variables of %d labels, want an arc for each variable "+
			"and 2 labels", len(s.Arcs), n, k)
	}
	if s.Source < 0 || s.Source >= s.Sink || s.Sink > maxNode {
		return fmt.Errorf("path: from node %d to node %d, want 0 <= source < sink <= %d: nodes are "+
			"numbered so that arcs go up", s.Source, s.Sink, maxNode)
	}
	seen := make(map[Edge]int, n)
	for d, a := range s.Arcs {
		if a.U < 0 || a.U >= a.V || a.V > maxNode {
			return fmt.Errorf("path: arc %d goes from node %d to node %d, must go up, to %d at most: an "+
				"arc down can close a cycle", d, a.U, a.V, maxNode)
		}
		if first, ok := seen[a]; ok {
			return fmt.Errorf("path: arcs %d and %d both go from node %d to node %d: parallel arcs "+
				"are refused", first, d, a.U, a.V)
		}
		seen[a] = d
	}
	return nil
}

// Allows returns nil if labeling y of k labels is in the set; all labels must be known and below
// k. A [Command] allows every labeling: its solver checks. O(n).
func (s *Structure) Allows(y []int32, k int) error {
	switch s.Kind {
	case Assignment:
		return s.allowsAssignment(y, k)
	case Arborescence:
		return s.allowsArborescence(y)
	case Path:
		return s.allowsPath(y)
	case Cardinality:
		ones := int32(0)
		for _, label := range y {
			ones += label
		}
		if ones < s.Least || ones > s.Most {
			return fmt.Errorf("%d variables have label 1, must be %d to %d", ones, s.Least, s.Most)
		}
	}
	return nil
}

func (s *Structure) allowsAssignment(y []int32, k int) error {
	first := make([]int32, k)
	for d, label := range y {
		if label == s.None {
			continue
		}
		if first[label] > 0 {
			return fmt.Errorf("variables %d and %d both have label %d of an assignment",
				first[label]-1, d, label)
		}
		first[label] = int32(d) + 1
	}
	return nil
}

func (s *Structure) allowsArborescence(y []int32) error {
	roots := 0
	state := make([]int32, len(y)+1) // 0: not seen; else the walk that saw the node
	state[0] = int32(len(y)) + 1
	for d := range y {
		if y[d] == 0 {
			roots++
		}
		v := int32(d) + 1
		for ; state[v] == 0; v = y[v-1] {
			state[v] = int32(d) + 1
		}
		if state[v] == int32(d)+1 {
			return fmt.Errorf("the heads from variable %d on close a cycle", v-1)
		}
	}
	if s.Single && roots != 1 {
		return fmt.Errorf("%d variables have the root as head, must be 1", roots)
	}
	return nil
}

func (s *Structure) allowsPath(y []int32) error {
	next := make(map[int32]int32)
	arcs := 0
	for d, label := range y {
		if label == 0 {
			continue
		}
		if _, ok := next[s.Arcs[d].U]; ok {
			return fmt.Errorf("two arcs of the path leave node %d", s.Arcs[d].U)
		}
		next[s.Arcs[d].U] = s.Arcs[d].V
		arcs++
	}
	at := s.Source
	for ; at != s.Sink; arcs-- {
		to, ok := next[at]
		if !ok {
			return fmt.Errorf("the path from node %d ends at node %d, must end at node %d",
				s.Source, at, s.Sink)
		}
		at = to
	}
	if arcs != 0 {
		return fmt.Errorf("%d arcs have label 1 and are not on the path", arcs)
	}
	return nil
}

// Graphs returns nil if no instance to learn from has a [Structure] or [Factors]. Otherwise the
// error wraps errors.ErrUnsupported. A learner that reads edges calls it before it begins.
func (t *Task) Graphs() error {
	for _, list := range [][]Instance{t.Train, t.Partial} {
		for i := range list {
			if err := list[i].Factors.Unsupported("this way of learning"); err != nil {
				return err
			}
			if list[i].Structure != nil {
				return fmt.Errorf("this way of learning reads the edges of a graph, not structures: %w",
					errors.ErrUnsupported)
			}
		}
	}
	return nil
}
