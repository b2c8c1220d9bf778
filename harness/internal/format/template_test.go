package format

import (
	"slices"
	"testing"
)

// TestFunctions: functions count characters, not bytes, and leave short words whole.
func TestFunctions(t *testing.T) {
	for _, c := range []struct{ call, token, want string }{
		{"prefix 3", "walking", "wal"}, {"prefix 3", "of", "of"}, {"prefix 3", "", ""},
		{"suffix 3", "walking", "ing"}, {"suffix 3", "of", "of"}, {"suffix 1", "日本語", "語"},
		{"prefix 2", "Øvre", "Øv"}, {"suffix 2", "na\u00efvet\u00e9", "té"},
		{"prefix 1", "\xffa", "\xff"}, {"suffix 1", "a\xff", "\xff"}, {"prefix  2", "abc", "ab"},
		{"lower", "ÉTÉ-2B", "été-2b"}, {"lower", "", ""},
		{"shape", "McDonald's", "XxXxxxxx'x"}, {"shape", "F-16A", "X-ddX"}, {"shape", "", ""},
		{"shape", "Évry", "Xxxx"}, {"shape", "日本", "xx"}, {"shape", "e\u0301tat", "xxxx"},
		{"shape", "1.000,50", "d.ddd,dd"}, {"shape", "ǅ٣", "Xd"},
		{"short-shape", "McDonald's", "XxXx'x"}, {"short-shape", "F-16A", "X-dX"},
		{"short-shape", "....", "."}, {"short-shape", "e\u0301e", "x"},
	} {
		f, err := parseFunction(c.call)
		if err != nil {
			t.Errorf("%s: %v", c.call, err)
		} else if got := string(f.of([]byte(c.token))); got != c.want {
			t.Errorf("%s of %q is %q, want %q", c.call, c.token, got, c.want)
		}
	}
}

// TestTemplateFunctions: functions change the tokens of a sentence, but neither those beyond its
// ends nor other uses of the same column. They act from left to right.
func TestTemplateFunctions(t *testing.T) {
	c := must(readArgs(t, written(t, "a.conll", "Walking A\ntalking B\n\nTALK A\n"),
		map[string]any{"templates": "U0:%x[0,0]\nU1:%x[0,0,suffix 3]\nU2:%x[-1,0,prefix 1]\n" +
			"U3:%x[0, 0, lower, prefix 4]/%x[1,0,short-shape]\n"}))(t)
	// Walking, ing, _B-1, walk/x; talking, (ing), W, talk/_B+1; TALK, ALK, (_B-1), (talk/_B+1)
	want := [][]int32{{0, 1, 2, 3, 1, 4, 5, 6}, {2, 6, 7, 8}}
	for i, x := range c.Instances {
		if !slices.Equal(x.Node.Index, want[i]) {
			t.Errorf("sentence %d has the features %v, want %v", i, x.Node.Index, want[i])
		}
	}
	if c.NodeWidth != 9 {
		t.Errorf("%d features", c.NodeWidth)
	}
}

// TestBrokenFunctions: a mistake is marked below the template.
func TestBrokenFunctions(t *testing.T) {
	for template, want := range map[string]string{
		"U0:%x[0,0,prefx 3]": `templates:2: %x[0,0,prefx 3]: unknown function "prefx": ` +
			"did you mean \"prefix\"?\n    U0:%x[0,0,prefx 3]\n              ^",
		"U0:%x[0,0]/%x[1,0, lower, sufix 3]": `unknown function "sufix": did you mean "suffix"?` +
			"\n    U0:%x[0,0]/%x[1,0, lower, sufix 3]\n                              ^",
		"Ü0:%x[0,0,prefix]":    "a template begins with U",
		"Uü:%x[0,0,prefix]":    "prefix of how many characters? want a whole number in 1..100 & \n              ^",
		"U0:%x[0,0,suffix 0]":  `suffix of how many characters? want a whole number in 1..100, got "0"`,
		"U0:%x[0,0,shape 2]":   `shape takes no number, got "2"`,
		"U0:%x[0,0,]":          `unknown function ""`,
		"U0:%x[0,0,prefix a]":  `got "a", such as prefix 3`,
		"U0:%x[0,0,nonsense1]": "there are prefix, suffix, lower, shape, short-shape",
	} {
		_, err := readArgs(t, written(t, "a.conll", chunks),
			map[string]any{"templates": "B\n" + template})
		wantError(t, template, err, want)
	}
	_, err := readArgs(t, written(t, "a.conll", chunks),
		map[string]any{"templates": "U0:%x[0,2,lower]"})
	wantError(t, "a function of gold", err, "column 2 has the gold labels")
}
