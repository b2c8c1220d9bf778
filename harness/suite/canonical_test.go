package suite

import (
	"bytes"
	"math"
	"testing"
)

func TestCanonical(t *testing.T) {
	tests := []struct{ in, want string }{
		{` { "b" : [1.0, 1e2, -0.0, 0.10] , "a" : {"d":null,"c":true} } `, `{"a":{"c":true,"d":null},"b":[1,100,0,0.1]}`},
		{`1E-3`, `0.001`},
		{`1e-7`, `1e-07`},
		{`18446744073709551615`, `18446744073709551615`},
		{`9007199254740993`, `9007199254740993`},
		{`1e17`, `100000000000000000`},
		{`1e22`, `1e+22`},
		{`10000000000000000000000`, `1e+22`},
		{`"<é\u00e9\n>"`, `"<éé\n>"`},
	}
	for _, test := range tests {
		if got, err := Canonical([]byte(test.in)); err != nil || string(got) != test.want {
			t.Errorf("Canonical(%s) = %s, %v; want %s", test.in, got, err, test.want)
		}
	}
	for _, bad := range []string{``, `{`, `1 2`, `1e999`, `NaN`} {
		if got, err := Canonical([]byte(bad)); err == nil {
			t.Errorf("Canonical(%s) = %s, want an error", bad, got)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	f.Add([]byte(`{"b":[1.5e3,-0],"a":"x"}`))
	f.Add([]byte(`123456789012345678901234567890`))
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := Canonical(text)
		if err != nil {
			return
		}
		if twice, err := Canonical(once); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s, once more %s, %v", once, twice, err)
		}
	})
}

func TestSuggest(t *testing.T) {
	names := []string{"map", "mpm", "perturb", "hamming", "hamming-count"}
	tests := []struct{ word, want string }{
		{"mpa", "map"}, {"MAP", "map"}, {"mp", "map"}, {"pertrub", "perturb"}, {"haming", "hamming"},
		{"hammingcount", "hamming-count"}, {"", ""}, {"crf", ""}, {"a much longer word than any", ""},
	}
	for _, test := range tests {
		if got := Suggest(test.word, names); got != test.want {
			t.Errorf("Suggest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"ca", "abc", 3}, {"flaw", "lawn", 2}}
	for _, test := range tests {
		if got, back := distance(test.a, test.b), distance(test.b, test.a); got != test.want || back != test.want {
			t.Errorf("distance(%q, %q) = %d, back %d, want %d", test.a, test.b, got, back, test.want)
		}
	}
}

func TestWithin(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		v        float64
		interval string
		want     bool
	}{
		{0, "(0,inf)", false}, {1e-300, "(0,inf)", true}, {0, "[0,1]", true}, {1, "[0,1]", true}, {1, "[0, 1)", false},
		{-inf, "(-inf,0)", false}, {-5, "(-inf,0)", true}, {7, "", true},
	}
	for _, test := range tests {
		if got := within(test.v, test.interval); got != test.want {
			t.Errorf("within(%v, %q) = %v", test.v, test.interval, got)
		}
	}
}
