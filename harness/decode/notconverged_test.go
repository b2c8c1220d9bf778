package decode_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/decode"
)

// TestNotConvergedIsSaid: a decoder stopped at its limit of sweeps sets NotConverged, a converged one
// does not.
func TestNotConvergedIsSaid(t *testing.T) {
	p := frustrated(15, 3, "potts")
	for _, test := range []struct {
		name, args string
		want       bool
	}{
		{"lbp", "", true}, {"lbp", `{"sweeps": 3}`, true}, {"lbp", `{"tolerance": 1000}`, false},
		{"lbp", `{"rule": "max", "sweeps": 3}`, true},
		{"trw", `{"sweeps": 3}`, true}, {"trw", `{"sweeps": 10000}`, false},
		{"meanfield", `{"sweeps": 2}`, true}, {"meanfield", `{"sweeps": 10000}`, false},
		{"icm", `{"sweeps": 1}`, true}, {"icm", "", false},
		{"icm-iter", `{"draws": 5, "sweeps": 1}`, true}, {"icm-iter", "", false},
		{"locpmap", `{"sweeps": 1}`, true}, {"locpmap", `{"sweeps": 1, "block": "1x2"}`, true},
		{"locpmap", "", false}, {"locpmap", `{"block": "1x2"}`, false},
	} {
		if got := decodeWith(t, test.name, test.args, p).NotConverged; got != test.want {
			t.Errorf("%s %s: not converged: %v, want %v", test.name, test.args, got, test.want)
		}
	}
	if p = pottsGrid(1, 15, 3, 1); decodeWith(t, "lbp", "", p).NotConverged {
		t.Error("lbp did not converge on a chain")
	}
}

// TestStoppingIsDeclared: each decoder with sweeps reports the limit, or declares that it
// always makes the given number of sweeps.
func TestStoppingIsDeclared(t *testing.T) {
	p := frustrated(15, 3, "potts")
	for i, k := range decode.Kinds() {
		sweeps := false
		for _, parameter := range decode.Entries()[i].Params {
			sweeps = sweeps || parameter.Name == "sweeps"
		}
		if !sweeps {
			continue
		}
		said := decodeWith(t, k.Name, `{"sweeps": 1}`, p).NotConverged
		if always := strings.Contains(k.Approximate,
			"always for the given number of sweeps"); said == always {
			t.Errorf("%s (%s): after one sweep NotConverged is %v", k.Name, k.Approximate, said)
		}
	}
}
