package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLogTail(t *testing.T) {
	dir := t.TempDir()
	need(t, os.Mkdir(filepath.Join(dir, logsDir), 0o777))
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"empty": {"", nil},
		"short": {"a\nb\n", []string{"a", "b"}},
		"many":  {"a\nb\nc\nd", []string{"b", "c", "d"}},
		"long": {"a\n" + strings.Repeat("x", 20<<10) + "\nz\n", []string{strings.Repeat("x",
			longestTail-3), "z"}},
	} {
		write(t, filepath.Join(dir, logsDir, name+".log"), test.text)
		got := must(LogTail(dir, name, 3))(t)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
	if got, err := LogTail(dir, "none", 3); got != nil || err != nil {
		t.Errorf("no log: %q, %v", got, err)
	}
}
