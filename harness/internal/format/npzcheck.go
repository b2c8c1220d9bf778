package format

import (
	"errors"
	"fmt"
	"math"
)

// check compares the lengths of the arrays with each other. It is long because each array has its
// own rule.
func (r *npzReader) check(seen map[string]int) error {
	s := &r.set
	if r.K == 0 {
		return errors.New(
			"want labels: how many there are, such as labels=3, or the list of their names")
	}
	if len(s.offsets) < 2 {
		return errors.New("want offsets: where the variables of each instance begin, and where " +
			"the last ones end, [0, n1, n1+n2, …]")
	}
	variables, err := ascending("offsets", s.offsets)
	if err != nil {
		return err
	}
	edges := len(s.ends) / 2
	if s.edgeOffsets == nil && edges > 0 {
		return errors.New("edges without edge_offsets: want where the edges of each instance " +
			"begin, and where the last ones end")
	}
	if s.edgeOffsets == nil {
		s.edgeOffsets = make([]int, len(s.offsets))
	}
	last, err := ascending("edge_offsets", s.edgeOffsets)
	switch {
	case err != nil:
		return err
	case len(s.edgeOffsets) != len(s.offsets):
		return fmt.Errorf("%d edge_offsets, want %d like offsets", len(s.edgeOffsets),
			len(s.offsets))
	case last != edges:
		return fmt.Errorf("edge_offsets end at %d, but there are %d edges", last, edges)
	}
	most := map[byte]int{'V': variables, 'E': edges, 'I': len(s.offsets) - 1}
	if s.chain { // its edges are not listed
		for i := range len(s.offsets) - 1 {
			s.edgeOffsets[i+1] = s.edgeOffsets[i] + max(s.offsets[i+1]-s.offsets[i]-1, 0)
		}
		most['E'] = s.edgeOffsets[len(s.offsets)-1]
	}
	for _, a := range r.arrays {
		if have, ok := seen[a.name]; ok && a.per != 0 && have != most[a.per] {
			return fmt.Errorf("%s has %d rows, want %d: %s", a.name, have, most[a.per], a.want())
		}
	}
	for _, rows := range []struct {
		name string
		of   *npzRows
		most int
	}{{"node", &s.node, variables}, {"edge", &s.edge, most['E']}} {
		if err := rows.of.check(rows.name, rows.most); err != nil {
			return err
		}
	}
	return nil
}

// check compares the arrays of sparse rows with each other.
func (w *npzRows) check(name string, most int) error {
	if w.start == nil {
		if w.index != nil || w.value != nil {
			return fmt.Errorf("%s_indices or %s_data without %s_indptr", name, name, name)
		}
		return nil
	}
	last, err := ascending(name+"_indptr", w.start)
	switch {
	case err != nil:
		return err
	case w.dense != nil:
		return fmt.Errorf("both dense rows and %s_indptr: want one of them", name)
	case len(w.start) != most+1:
		return fmt.Errorf(
			"%s_indptr has %d values, want %d: one for each row, and where the last one ends", name,
			len(w.start), most+1)
	case last != len(w.index) || last > math.MaxInt32:
		return fmt.Errorf("%s_indptr ends at %d, but there are %d %s_indices", name, last,
			len(w.index), name)
	case w.value != nil && len(w.value) != len(w.index):
		return fmt.Errorf("%d %s_data for %d %s_indices", len(w.value), name, len(w.index), name)
	}
	return nil
}

// ascending returns the last of offsets. They must begin at 0 and never descend.
func ascending(name string, list []int) (last int, err error) {
	if len(list) == 0 || list[0] != 0 {
		return 0, fmt.Errorf("%s must begin with 0", name)
	}
	for i := 1; i < len(list); i++ {
		if list[i] < list[i-1] {
			return 0, fmt.Errorf("%s: %d follows %d: values must not decrease", name, list[i],
				list[i-1])
		}
	}
	return list[len(list)-1], nil
}
