package metric_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/metric"
)

// tagged returns the tags of all sequences of n variables under a scheme: each part of them is
// outside, or a span of one of two types.
func tagged(scheme string, n int, before string) (all []string) {
	if n == 0 {
		return []string{""}
	}
	add := func(first string, rest []string) {
		for _, r := range rest {
			all = append(all, first+r)
		}
	}
	add("O ", tagged(scheme, n-1, "O"))
	for length := 1; length <= n; length++ {
		for _, kind := range []string{"X", "Y"} {
			l := schemes[scheme]
			if scheme == "iob1" && before == kind { // a span behind one of its type
				l = "BIIB"
			}
			span := string(l[3]) + "-" + kind + " "
			if length > 1 {
				span = string(l[0]) + "-" + kind + " " + strings.Repeat(string(l[1])+"-"+kind+" ", length-2) +
					string(l[2]) + "-" + kind + " "
			}
			add(span, tagged(scheme, n-length, kind))
		}
	}
	return all
}

// TestTransitions: of all sequences up to five variables those are allowed that write spans by the
// scheme.
func TestTransitions(t *testing.T) {
	for scheme := range schemes {
		labels := taggings(scheme)
		allowed, err := metric.Transitions(labels, scheme)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 5; n++ {
			valid := map[string]bool{}
			for _, text := range tagged(scheme, n, "O") {
				valid[text] = true
			}
			y, found := make([]int32, n), 0
			for more := true; more; {
				text := ""
				for _, k := range y {
					text += labels[k] + " "
				}
				if got := allowed.Broken(y) < 0; got != valid[text] {
					t.Fatalf("%s allows %s: %v", scheme, text, got)
				} else if got {
					found++
				}
				d := slices.IndexFunc(y, func(k int32) bool { return int(k) < len(labels)-1 })
				if more = d >= 0; more {
					y[d]++
					clear(y[:d])
				}
			}
			if found != len(valid) {
				t.Errorf("%s allows %d sequences of %d variables, want %d", scheme, found, n, len(valid))
			}
		}
	}
}
