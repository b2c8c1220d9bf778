package param

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"crf", "lambda", "map", "mpm", "perturb", "hamming", "hamming-count"}
	tests := []struct{ word, want string }{
		{"mpa", "map"}, {"lamda", "lambda"}, {"cfr", "crf"}, {"MAP", "map"}, {"mp", "map"},
		{"pertrub", "perturb"}, {"haming", "hamming"}, {"laxxda", "lambda"}, {"lamxxx", ""},
		{"hammingcount", "hamming-count"}, {"", ""}, {"crf", "crf"}, {"a much longer word than any", ""},
	}
	for _, test := range tests {
		if got := Nearest(test.word, names); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"ca", "abc", 3},
		{"flaw", "lawn", 2}}
	for _, test := range tests {
		if got, back := distance(test.a, test.b), distance(test.b, test.a); got != test.want ||
			back != test.want {
			t.Errorf("distance(%q, %q) = %d, back %d, want %d", test.a, test.b, got, back, test.want)
		}
	}
}
