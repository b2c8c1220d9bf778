package suite

import (
	"strings"
	"testing"
)

func TestLimits(t *testing.T) {
	const head = "datasets: [chains]\nlearners: [crf]\nlimits: "
	for text, want := range map[string]Limits{
		"{seconds: 90}": {Seconds: 90},
		"{seconds: 1m30s, memory: 1GB, threads: 4}": {Seconds: 90, Memory: 1e9, Threads: 4},
		"{processes: 1000, files: 1e5}":             {Processes: 1000, Files: 100_000},
		"{memory: 1.5 GiB}":                         {Memory: 3 << 29},
		"{memory: 64000000}":                        {Memory: 64e6},
	} {
		s, err := Parse("suite.yaml", []byte(head+text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want.Pos = Pos{Line: 3, Column: 9}
		if s.Limits != want {
			t.Errorf("%s: %+v, want %+v", text, s.Limits, want)
		}
	}
	for text, want := range map[string]string{
		"{}":               "keys: seconds, memory, threads, processes, files, or leave limits out",
		"{memory: 1}":      "at least 32MiB",
		"{memory: lots}":   "with a unit kB, MB",
		"{memory: 1e30}":   "must be in [33554432,1e15]",
		"{memory: -1GB}":   "memory is -1",
		"{threads: 1.5}":   "a whole number",
		"{processes: 1e7}": "must be in [1,4194304]",
		"{files: 2.5}":     "a whole number",
		"{threads: 0}":     "must be in [1,65536]",
		"{seconds: never}": "or units s, m and h",
		"{cpu: 3}":         "unknown key",
		"3":                "must be a mapping",
	} {
		if _, err := Parse("suite.yaml", []byte(head+text)); err == nil || !strings.Contains(err.Error(),
			want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
