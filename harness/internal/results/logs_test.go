package results

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
)

// A page has at most 1 MB of logs. Logs of failed fits come first, and superseded fits have none.
func TestReadLogs(t *testing.T) {
	dir := t.TempDir()
	need(t, os.Mkdir(filepath.Join(dir, "logs"), 0o777))
	var fits []record.Fit
	for i := range 200 {
		f := record.Fit{Key: fmt.Sprintf("%064d", i), Dataset: "d", Label: "l",
			Seed: record.Seed(uint64(i)), Outcome: record.Outcome{Kind: record.OK}}
		if i >= 190 {
			f.Outcome.Kind = record.Crash
		}
		if i == 1 { // supersedes fit 0
			f.Seed, f.Times.Appended = record.Seed(0), time.Unix(1, 0)
		}
		fits = append(fits, f)
		name := filepath.Join(dir, "logs", f.Key+".log")
		need(t, os.WriteFile(name, []byte(strings.Repeat("x", 12_000)+"\n"), 0o666))
	}
	logs, err := ReadLogs(dir, fits)
	need(t, err)
	size, whole := 0, 0
	for i, f := range fits {
		text := strings.Join(logs[f.Key], "\n")
		if f.Outcome.Failed() && len(text) != 12_000 {
			t.Errorf("fit %d failed: its log has %d bytes", i, len(text))
		}
		if len(text) == 12_000 {
			whole++
		} else if want := "left out: a page has at most 1024 kB of logs. See logs/000000000000… " +
			"in the run folder"; i > 0 && text != want {
			t.Errorf("fit %d: %q, want %q", i, text, want)
		}
		size += len(text)
	}
	if logs[fits[0].Key] != nil {
		t.Error("the log of a superseded fit")
	}
	if size > logBytes+200*100 || whole != logBytes/12_001 {
		t.Errorf("%d bytes, %d logs", size, whole)
	}
}

func need(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
