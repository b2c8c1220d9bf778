package inspect

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNumbers: families of numbers are named, words with some numbers are not.
func TestNumbers(t *testing.T) {
	var names []string
	for i := range 20 {
		names = append(names, fmt.Sprintf("U0:%.2f", float64(i)/7), fmt.Sprintf("w=%d", i),
			fmt.Sprint("w=a", i), "bias",
			fmt.Sprintf("code=0%b", i), "x=inf")
	}
	want := []string{"20 of the 20 features U0 are numbers, each a feature of its own; hint: " +
		"JSON lines (node_value) or arrays keep numbers"}
	if diff := cmp.Diff(want, numbers(names)); diff != "" {
		t.Error(diff)
	}
	if lines := numbers(names[:6*19]); lines != nil {
		t.Errorf("of 19 numbers: %q", lines)
	}
}
