package wording_test

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/wording"
)

// TestMergeNumbers: texts that differ in numbers only become one text with ranges; names and quoted
// labels that differ keep two texts apart.
func TestMergeNumbers(t *testing.T) {
	for _, c := range []struct{ texts, want []string }{
		{nil, nil},
		{[]string{"MAP by alpha-expansion for 43 of 60", "MAP by alpha-expansion for 45 of 60",
			"other", "MAP by alpha-expansion for 42 of 60"},
			[]string{"MAP by alpha-expansion for 42 to 45 of 60", "other"}},
		{[]string{"edge 0 (0–1): it adds to -0.00036, to 3e-5.",
			"edge 0 (0–1): it adds to -0.0002, to 4e-05."},
			[]string{"edge 0 (0–1): it adds to -0.00036 to -0.0002, to 3e-5 to 4e-05."}},
		{[]string{`it predicts "3"`, `it predicts "5"`}, []string{`it predicts "3"`,
			`it predicts "5"`}},
		{[]string{"file a1.txt", "file a2.txt"}, []string{"file a1.txt", "file a2.txt"}},
		{[]string{`line 1, instance "a (7)": no 2`, "x", `line 3, instance "word-12": no 2`},
			[]string{`line 1 to 3, instance "a (7)" and others: no 2`, "x"}},
		{[]string{`instance "a" copies instance "b"`, `instance "b" copies instance "c"`},
			[]string{`instance "a" copies instance "b"`, `instance "b" copies instance "c"`}},
		{[]string{"9 of 10", "9 of  10"}, []string{"9 of 10"}},
	} {
		if got, _ := wording.MergeNumbers(c.texts); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.texts, got, c.want)
		}
	}
	_, members := wording.MergeNumbers([]string{"1 of 2", "x", "2 of 2"})
	if len(members) != 2 || !slices.Equal(members[0], []int{0, 2}) ||
		!slices.Equal(members[1], []int{1}) {
		t.Errorf("members %v", members)
	}
}
