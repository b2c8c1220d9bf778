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
	labels := max(seen["label_rows"], seen["label_indptr"]-1, 0)
	if err := s.offset("edge", &s.edgeOffsets, edges); err != nil {
		return err
	}
	if err := s.offset("label", &s.labelOffsets, labels); err != nil {
		return err
	}
	most := map[byte]int{'V': variables, 'E': edges, 'L': labels, 'I': len(s.offsets) - 1}
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
	for i, rows := range []*npzRows{&s.node, &s.edge, &s.label} {
		if err := rows.check(rowNames[i], most["VEL"[i]]); err != nil {
			return err
		}
	}
	return nil
}

// offset checks the offsets of so many edges or labels. Without any, no instance has one.
func (s *npzSet) offset(what string, list *[]int, most int) error {
	if *list == nil && most > 0 {
		return fmt.Errorf("%[1]ss without %[1]s_offsets: want where the %[1]ss of each instance "+
			"begin, and where the last ones end", what)
	}
	if *list == nil {
		*list = make([]int, len(s.offsets))
	}
	last, err := ascending(what+"_offsets", *list)
	switch {
	case err != nil:
		return err
	case len(*list) != len(s.offsets):
		return fmt.Errorf("%d %s_offsets, want %d like offsets", len(*list), what, len(s.offsets))
	case last != most:
		return fmt.Errorf("%s_offsets end at %d, but there are %d %[1]ss", what, last, most)
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
