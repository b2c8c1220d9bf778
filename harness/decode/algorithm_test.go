package decode_test

import (
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/sp"
)

// frustrated is a grid with strong pair scores of both signs, which contradict each other
// around most cycles. Algorithms that agree elsewhere differ there.
func frustrated(side, k int, form string) *sp.Potentials {
	r := pcg(5, uint64(k))
	p := pottsGrid(side, side, k, 0)
	if form == "potts" {
		for e := range p.Pair.Potts {
			p.Pair.Potts[e] = 3 * r.NormFloat64()
		}
		return p
	}
	p.Pair = sp.Pair{}
	for range len(p.Edges) * k * k {
		p.Pair.Table = append(p.Pair.Table, 2*r.NormFloat64())
	}
	return p
}

// pinned has, for decoders with arguments, the checksum of their labels and marginals on four
// frustrated grids. A new checksum means new results for users.
var pinned = []struct {
	name, args string
	sum        uint32
}{
	{"icm", "", 0x9c9474c5},
	{"icm", `{"sweeps": 1}`, 0x3aa2fbdb},
	{"icm-iter", `{"draws": 20, "share": 0.4}`, 0xa15e9679},
	{"locpmap", "", 0x15909689},
	{"locpmap", `{"draws": 9, "scale": 0.3}`, 0x72e3a6ec},
	{"locpmap", `{"draws": 9, "scale": 0.3, "block": "1x2"}`, 0x1a9e3567},
	{"annealing", "", 0x2660a0f3},
	{"annealing", `{"sweeps": 20, "first": 3, "last": 0.5}`, 0xd339fb02},
	{"gibbs", `{"burn-in": 3, "sweeps": 9, "thinning": 3}`, 0xd9c6fd54},
	{"meanfield", "", 0x839b4df6},
	{"meanfield", `{"sweeps": 1}`, 0xd73937c0},
	{"lbp", "", 0x9b45243f},
	{"lbp", `{"damping": 0, "sweeps": 3}`, 0x569b4e41},
	{"lbp", `{"rule": "max"}`, 0x8b3c6039},
	{"trw", "", 0x7f67e397},
	{"trw", `{"rule": "max", "forests": 3}`, 0x7882b338},
	{"partclamp", "", 0xdcfefabb},
}

// TestDecodersArePinned: each decoder without an oracle has a row and keeps its results. No two rows
// have the same: no decoder and no argument passes for another.
func TestDecodersArePinned(t *testing.T) {
	rows := map[string]bool{"cut": true, "expansion": true, "qpbo": true} // for some models alone
	seen := map[uint32]string{}
	for _, d := range pinned {
		hash := crc32.NewIEEE()
		for _, k := range []int{2, 3} {
			for _, form := range []string{"potts", "tables"} {
				out := decodeWith(t, d.name, d.args, frustrated(15, k, form))
				fmt.Fprintf(hash, "%d %.6f", out.Labels, out.Marginal)
			}
		}
		sum := hash.Sum32()
		if sum != d.sum {
			t.Errorf("%s %s: checksum %#x, want %#x", d.name, d.args, sum, d.sum)
		}
		if seen[sum] != "" {
			t.Errorf("%s %s has the results of %s", d.name, d.args, seen[sum])
		}
		seen[sum], rows[d.name] = d.name+d.args, true
	}
	for _, k := range decode.Kinds() {
		if !k.Oracle && !rows[k.Name] {
			t.Errorf("%s has no row in pinned", k.Name)
		}
	}
}
