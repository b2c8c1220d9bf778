package suite

import (
	"regexp"
	"slices"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// A Claim is a statement of a paper about two of its numbers on one dataset.
type Claim struct {
	Dataset string           // label of ours
	A, B    *PublishedNumber // the first number of the learner, or of its decoder if the claim names one
	Same    bool             // A and B are the same up to the margin
	Above   bool             // A is above B; below if neither Same nor Above
	Text    string           // as written
}

// readClaims reads the claims of each dataset.
func readClaims(r *reader, datasets []field, p *Published) (claims []Claim) {
	for _, d := range datasets {
		if d.Value.Kind != yamltree.List || len(d.Value.Items) == 0 {
			r.wrong(d.Value, d.Name, "a list of claims")
		}
		for _, n := range d.Value.Items {
			if c, ok := readClaim(r, n, d.Name, p); ok {
				claims = append(claims, c)
			}
		}
	}
	return claims
}

var ordered = regexp.MustCompile(`^(.+) ([<=>]) (.+)$`)

func readClaim(r *reader, n *node, dataset string, p *Published) (c Claim, ok bool) {
	m := ordered.FindStringSubmatch(n.Text)
	if m == nil {
		r.Fail(n.At, "write A < B, A > B or A = B, with spaces around the sign", "%s is not a claim",
			yamltree.Quote(n.Text))
		return c, false
	}
	c = Claim{Dataset: dataset, Same: m[2] == "=", Above: m[2] == ">", Text: n.Text}
	c.A, c.B = numberOf(r, n, m[1], dataset, p), numberOf(r, n, m[3], dataset, p)
	switch {
	case c.A == nil || c.B == nil:
	case c.Same && p.Margin == 0:
		r.Fail(n.At, "add margin: NUMBER to the file", "%s needs a margin", yamltree.Quote(n.Text))
	case c.A.Metric != c.B.Metric:
		r.Fail(n.At, "", "%s compares a %s with a %s", yamltree.Quote(n.Text), c.A.Metric, c.B.Metric)
	case c.A == c.B:
		r.Fail(n.At, "", "%s compares a number with itself", yamltree.Quote(n.Text))
	default:
		return c, true
	}
	return c, false
}

// numberOf returns the first number of a learner, or of a learner and a decoder, on a dataset; nil
// if there is none.
func numberOf(r *reader, n *node, name, dataset string, p *Published) *PublishedNumber {
	for _, is := range []func(*PublishedNumber) bool{
		func(number *PublishedNumber) bool { return number.Learner == name },
		func(number *PublishedNumber) bool {
			return number.Decoder != "" && number.Learner+" "+number.Decoder == name
		},
	} {
		for i := range p.Numbers {
			if number := &p.Numbers[i]; number.Dataset == dataset && is(number) {
				return number
			}
		}
	}
	r.Fail(n.At, hint(name, "rows", learnersOn(p, dataset)),
		"rows has no number of %s on %s: a claim names LEARNER, or LEARNER DECODER", yamltree.Quote(name),
		yamltree.Quote(dataset))
	return nil
}

// learnersOn returns the learners with numbers on a dataset.
func learnersOn(p *Published, dataset string) (labels []string) {
	for _, n := range p.Numbers {
		if n.Dataset == dataset && !slices.Contains(labels, n.Learner) {
			labels = append(labels, n.Learner)
		}
	}
	return labels
}
