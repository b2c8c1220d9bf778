package word_test

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/format/word"
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
		f, err := word.Parse(c.call)
		if err != nil {
			t.Errorf("%s: %v", c.call, err)
		} else if got := string(f.Apply([]byte(c.token))); got != c.want {
			t.Errorf("%s of %q is %q, want %q", c.call, c.token, got, c.want)
		}
	}
}
