package claims_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// TestClaimsOverDecoders: b − a in points under the decoders map and lbp. A claim over decoders has
// its weakest verdict, and says under which choice.
func TestClaimsOverDecoders(t *testing.T) {
	for _, c := range []struct {
		claim     string
		map_, lbp float64
		want      stats.Verdict
		why       string
	}{
		{"claim: a < b, over: [decoder]", 10, 10, stats.Holds, ""},
		{"claim: a < b, over: [decoder]", 10, 0, stats.Open, "under decoder lbp, needs about"},
		{"claim: a < b, over: [decoder]", 0, 10, stats.Open, "needs about"},
		{"claim: a < b, over: [decoder]", 10, -10, stats.Reversed, "under decoder lbp"},
		{"claim: a is best, over: [decoder]", 10, -10, stats.Reversed, "under decoder lbp, against b"},
		{"claim: a is best, over: [decoder]", 10, 10, stats.Holds, "against b"},
		{"claim: a = b, over: [decoder]", 0, 2, stats.Unequal, "under decoder lbp"},
		{"claim: a < b lbp, over: [decoder]", 10, -10, stats.Reversed, ""}, // b keeps its
		{"claim: a < b, over: [decoder, groups]", 10, 10, stats.Holds, ""},
		{"claim: a < b, over: [groups]", 10, 10, stats.Open, "the suite names no choice of groups"},
		{"claim: a < b", 10, -10, stats.Holds, ""},
	} {
		var entries []table.Entry
		for _, label := range []string{"a", "b"} {
			for d, decoder := range []string{"map", "lbp"} {
				var values []float64
				for i := range 40 {
					v := .3 + .1*float64(i%4)
					if label == "b" {
						v += []float64{c.map_, c.lbp}[d]/100 + .02*float64(i*5%7-3)
					}
					values = append(values, v)
				}
				e := entry(label, 10, 40)
				e.Decoder = decoder
				score(&e, "hamming", values)
				entries = append(entries, e)
			}
		}
		rows, margin := "rows: {a: {d: 20}, b: {d: 24}}\n", "margin: 0.5\nbecause: it is small\n"
		if strings.Contains(c.claim, "b lbp") {
			rows = "rows: {a: {d: 20}, b: [{d: 24}, {decoder: lbp, d: 24}]}\n"
		}
		if strings.Contains(c.claim, "=") {
			rows, margin = "rows: {a: {d: 20 ± 2}, b: {d: 20 ± 2}}\n", "margin: 1.7\nbecause: it is small\n"
		}
		of := strings.Replace(onOneSplit, "decoders: [map]",
			"decoders: [map, lbp]\nsensitivity: {decoders: [lbp]}", 1)
		tab := beside(t, entries, of, ofOneSplit+rows+margin+"claims: {d: [{"+c.claim+"}]}\n")
		got := tab.Claims[0]
		if got.Outcome != c.want || !strings.HasPrefix(got.Why, c.why) || c.why == "" && got.Why != "" {
			t.Errorf("%s, %v and %v: %s %q", c.claim, c.map_, c.lbp, got.Outcome, got.Why)
		}
	}
}
