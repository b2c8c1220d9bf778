package notes

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
)

// TestWithoutPairs: row b has a note if it is significantly worse than row a, which differs in its
// missing pairs alone.
func TestWithoutPairs(t *testing.T) {
	spec := func(name, args string) suite.Learner {
		return suite.Learner{Spec: suite.Spec{Name: name, Args: []byte(args)}}
	}
	unary := spec("crf", `{"lambda":1,"objective":"unary"}`)
	pl := spec("crf", `{"lambda":1,"objective":"pseudolikelihood"}`)
	likelihood := spec("crf", `{"lambda":1}`)
	ssvm := spec("ssvm", `{"lambda":1}`)
	bare := ssvm
	bare.Features = &suite.Spec{Name: "linear", Args: []byte(`{"pairs":"none"}`)}
	for _, c := range []struct {
		name string
		a, b suite.Learner
		by   float64
		want string
	}{
		{"pseudolikelihood", unary, pl, 3, "true neighbours"},
		{"the likelihood, whose name is the default", unary, likelihood, 3, "Tune lambda"},
		{"another learner's pairs", bare, ssvm, 3, "Tune lambda"},
		{"no difference", unary, pl, 0, ""},
		{"better", unary, pl, -3, ""},
		{"another learner", unary, ssvm, 3, ""},
		{"another λ", unary, spec("crf", `{"lambda":2,"objective":"pseudolikelihood"}`), 3, ""},
		{"both without", unary, unary, 3, ""},
		{"both with pairs", likelihood, pl, 3, ""},
		{"without pairs is the worse row", pl, unary, 3, ""},
	} {
		tab := splitTable(t, rand.New(rand.NewPCG(3, 4)), 2, 9,
			func(row, _ int) float64 { return c.by * float64(row) }, oneLambda)
		c.a.Label, c.b.Label = "a", "b"
		tab.Suite.Learners = []suite.Learner{c.a, c.b}
		got := strings.Join(said(tab, withoutPairs), " ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) ||
			c.want != "" && !strings.HasPrefix(got, "Warning: pairs make rows worse: b map on d (") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
