package suite

import (
	"regexp"
	"slices"
)

// A Claim is what a paper states of two of its numbers on one dataset.
type Claim struct {
	Dataset string           // label of ours
	A, B    *PublishedNumber // the first that the file has of each learner, or of the decoder that the claim names
	Same    bool             // A and B are the same up to the margin
	Above   bool             // A is above B; below it where neither holds
	Text    string           // as written
}

// claims reads the claims of each dataset.
func (r *reader) claims(datasets []field, p *Published) (claims []Claim) {
	for _, d := range datasets {
		if d.value.kind != list || len(d.value.items) == 0 {
			r.wrong(d.value, d.name, "a list of claims")
		}
		for _, n := range d.value.items {
			if c, ok := r.claim(n, d.name, p); ok {
				claims = append(claims, c)
			}
		}
	}
	return claims
}

var ordered = regexp.MustCompile(`^(.+) ([<=>]) (.+)$`)

func (r *reader) claim(n *node, dataset string, p *Published) (c Claim, ok bool) {
	m := ordered.FindStringSubmatch(n.text)
	if m == nil {
		r.fail(n.at, "write A < B, A > B or A = B, with spaces around the sign", "%s is not a claim", quote(n.text))
		return c, false
	}
	c = Claim{Dataset: dataset, Same: m[2] == "=", Above: m[2] == ">", Text: n.text}
	c.A, c.B = r.claimed(n, m[1], dataset, p), r.claimed(n, m[3], dataset, p)
	switch {
	case c.A == nil || c.B == nil:
	case c.Same && p.Margin == 0:
		r.fail(n.at, "add margin: NUMBER to the file", "%s needs a margin", quote(n.text))
	case c.A.Metric != c.B.Metric:
		r.fail(n.at, "", "%s compares a %s with a %s", quote(n.text), c.A.Metric, c.B.Metric)
	case c.A == c.B:
		r.fail(n.at, "", "%s compares a number with itself", quote(n.text))
	default:
		return c, true
	}
	return c, false
}

// claimed returns the first number of a learner, or of a learner and a decoder, on a dataset; nil if there is none.
func (r *reader) claimed(n *node, name, dataset string, p *Published) *PublishedNumber {
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
	r.fail(n.at, hint(name, "rows", learnersOn(p, dataset)), "rows has no number of %s on %s: a claim names LEARNER, or LEARNER DECODER", quote(name), quote(dataset))
	return nil
}

// learnersOn lists whose numbers on a dataset there are.
func learnersOn(p *Published, dataset string) (labels []string) {
	for _, n := range p.Numbers {
		if n.Dataset == dataset && !slices.Contains(labels, n.Learner) {
			labels = append(labels, n.Learner)
		}
	}
	return labels
}
