package ordered

import "testing"

func TestByCount(t *testing.T) {
	counts := map[string]int{"a": 1, "b": 3, "d": 1, "c": 1}
	for most, want := range map[int]string{
		4: "b (3), a (1), c (1), d (1)", 2: "b (3), a (1), and 2 more",
	} {
		if have := ByCount(counts, most); have != want {
			t.Errorf("have %s, want %s", have, want)
		}
	}
}
