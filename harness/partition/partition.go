package partition

import "github.com/spbench/spbench/harness/sp"

// Forests returns the first count forests of a [Grower].
func Forests(x *sp.Instance, g Growth, seed uint64, count int) []*sp.Forest {
	w, list := NewGrower(x, g, seed), make([]*sp.Forest, count)
	for i := range list {
		list[i] = w.Next()
	}
	return list
}

// Cover returns the first forests of a [Grower] until every variable has been in one of them:
// two to four on a grid. Each has at least one variable more than those before, so Cover ends;
// a complete graph needs one forest for every two variables.
func Cover(x *sp.Instance, g Growth, seed uint64) (list []*sp.Forest) {
	w := NewGrower(x, g, seed)
	for {
		list = append(list, w.Next())
		if w.left == len(w.in) {
			return list
		}
	}
}
