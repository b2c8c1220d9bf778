package study

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMatrix: the matrix has both directions of each pair, and marks by the test. C is worse on all
// instances, B on half of them.
func TestMatrix(t *testing.T) {
	losses := map[string][]float64{}
	for i := range 40 {
		for label, more := range map[string]float64{"A": 0, "B": []float64{0.1, -0.1}[i%2],
			"C": 0.3} {
			losses[label] = append(losses[label], 0.2+0.005*float64(i)+more)
		}
	}
	section, err := pairs(run(t, world{"words": {"A": {{losses["A"]}}, "B": {{losses["B"]}},
		"C": {{losses["C"]}}}}))
	if err != nil || len(section.Matrices) != 1 {
		t.Fatalf("%v, %+v", err, section.Matrices)
	}
	m := section.Matrices[0]
	var got [][]string
	for _, row := range m.Cells {
		var line []string
		for _, v := range row {
			line = append(line, fmt.Sprintf("%s %s%s", v.Counts, v.Share, v.Mark))
		}
		got = append(got, line)
	}
	want := [][]string{
		{" ", "20/0/20 0.50~", "40/0/0 1.00+"},
		{"20/0/20 0.50~", " ", "40/0/0 1.00+"},
		{"0/0/40 0.00−", "0/0/40 0.00−", " "},
	}
	if diff := cmp.Diff(want, got); diff != "" ||
		!cmp.Equal(m.Names, []string{"A map", "B map", "C map"}) || m.Title != "words" {
		t.Errorf("%q of %v (-want +got)\n%s", m.Title, m.Names, diff)
	}
	if v := m.Cells[0]; v[1].Decided() || !v[2].Decided() {
		t.Errorf("decided: %+v", v)
	}
}

// TestNoMatrix: there is no matrix for two rows, and none without numbers of instances.
func TestNoMatrix(t *testing.T) {
	w := world{"words": {"A": {{{0.1, 0.2}}}, "B": {{{0.2, 0.3}}}}}
	if section, err := pairs(run(t, w)); err != nil || len(section.Matrices) > 0 {
		t.Errorf("%v %+v", err, section.Matrices)
	}
	w["words"]["C"] = [][][]float64{{{0.3, 0.4}}}
	r := run(t, w)
	for i := range r.Entries {
		r.Entries[i].Instances = nil
	}
	tabulate(t, r)
	if section, err := pairs(r); err != nil || len(section.Matrices) > 0 {
		t.Errorf("%v %+v", err, section.Matrices)
	}
}
