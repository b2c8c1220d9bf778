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
		want.Pos = Pos{3, 9}
		if s.Limits != want {
			t.Errorf("%s: %+v, want %+v", text, s.Limits, want)
		}
	}
	for text, want := range map[string]string{
		"{}":               "the limits are empty",
		"{memory: 1}":      "too little for any learner",
		"{memory: lots}":   "must be an amount",
		"{memory: 1e30}":   "more than any machine has",
		"{memory: -1GB}":   "must be an amount",
		"{threads: 1.5}":   "a whole number",
		"{processes: 1e7}": "a whole number",
		"{files: 2.5}":     "a whole number",
		"{threads: 0}":     "must be positive",
		"{seconds: never}": "no duration",
		"{cpu: 3}":         "unknown key",
		"3":                "must be a mapping",
	} {
		if _, err := Parse("suite.yaml", []byte(head+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
