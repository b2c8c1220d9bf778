package cluster_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/cluster"
)

// TestParse: shards by a flag, and the errors.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{"1/1": "1/1", "3/8": "3/8", "auto/3/8": "auto 3/8",
		"0/8": "", "9/8": "", "3": "", "x/8": "", "1/0": "", "1/y": "", "auto": "", "auto/8": "",
		"auto/0/8": "", "": ""} {
		shard, err := cluster.Parse(text)
		got := shard.String()
		if shard.Auto {
			got = "auto " + got
		}
		if want != "" && (err != nil || got != want) || want == "" && (err == nil ||
			!strings.Contains(err.Error(), "write it as 3/8")) {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
}
