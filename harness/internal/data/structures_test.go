package data

import (
	"os"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestStructures: the published datasets have the sizes of their descriptions; generated ones
// load.
func TestStructures(t *testing.T) {
	for name, want := range map[string]struct {
		args         string
		instances, k int
		real         bool
	}{
		"alibi":          {`{}`, 522, 0, true},
		"digit_rows":     {`{"train":5,"test":3}`, 8, 10, true},
		"ud_english_ewt": {`{"task":"heads","max_words":10}`, 6886, 11, true},
		"paths":          {`{"instances":7}`, 7, 2, false},
		"subsets":        {`{"instances":7}`, 7, 2, false},
	} {
		if dir := os.Getenv("SPBENCH_DATA"); want.real && dir == "" {
			t.Logf("SKIPPED: %s: SPBENCH_DATA is not set", name)
			continue
		}
		d, err := Load(name, []byte(want.args), "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(d.Instances) != want.instances || want.k > 0 && d.K != want.k || len(d.Warnings) > 0 {
			t.Errorf("%s: %d instances, %d labels, warnings %q; want %d, %d", name, len(d.Instances), d.K,
				d.Warnings, want.instances, want.k)
		}
		if name == "alibi" {
			checkAlibi(t, d)
		}
	}
}

// checkAlibi counts words with certain links, with possible ones alone, and without any.
func checkAlibi(t *testing.T, d *Dataset) {
	certain, void, none := 0, 0, 0
	for i := range d.Instances {
		for _, k := range d.Instances[i].Gold {
			switch k {
			case sp.Unknown:
				void++
			case 0:
				none++
			default:
				certain++
			}
		}
	}
	if certain != 8452 || void != 5198 || none != 975 {
		t.Errorf("%d words have certain links, %d possible ones alone, %d none", certain, void, none)
	}
}
