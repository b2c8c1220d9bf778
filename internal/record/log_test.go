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
	if err := os.Mkdir(filepath.Join(dir, logsDir), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"empty": {"", nil},
		"short": {"a\nb\n", []string{"a", "b"}},
		"many":  {"a\nb\nc\nd", []string{"b", "c", "d"}},
		"long":  {"a\n" + strings.Repeat("x", 20<<10) + "\nz\n", []string{strings.Repeat("x", longestTail-3), "z"}},
	} {
		if err := os.WriteFile(filepath.Join(dir, logsDir, name+".log"), []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := LogTail(dir, name, 3)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
	if got, err := LogTail(dir, "none", 3); got != nil || err != nil {
		t.Errorf("no log: %q, %v", got, err)
	}
}
