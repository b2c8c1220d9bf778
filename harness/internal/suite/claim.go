package suite

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// A Claim is a statement of a paper about rows of one dataset.
type Claim struct {
	Dataset string             // label of ours
	A       *PublishedNumber   // the first number of the learner, or of the decoder it names
	B       []*PublishedNumber // one; if A is the best, all others of its metric
	Effort  string             // in place of the metric, one of [Efforts]; "": the metric
	Factor  float64            // of the effort of B
	Best    bool               // A is better than each B
	Same    bool               // A and B are the same up to the margin
	Above   bool               // A is above B; if Best, Same and Above are false, it is below
	Margin                     // 0: none; of effort a share
	Over    []string           `key:"over" enum:"decoder,groups" of:"kind" distinct:"yes" help:"kinds of choices in sensitivity of the suite: the claim holds only if it holds under each choice"`
	Text    string             // as written
}

// A Margin is the size of differences that do not count, in the unit of the numbers.
type Margin struct {
	Size    float64 `key:"margin" range:"(0,inf)" with:"because" help:"smaller differences do not count: at most half of the published difference, or one published s.d. if the claim is an equality"`
	Because string  `key:"because" help:"the reason for the margin"`
}

// Efforts are the names of efforts that a claim may compare.
var Efforts = []string{"cpu-seconds", "calls", "passes"}

// readClaims reads the claims of each dataset. margins are those of datasets.
func readClaims(r *reader, datasets []field, p *Published, margins map[string]Margin) (
	claims []Claim) {
	for _, d := range datasets {
		if d.Value.Kind != yamltree.List || len(d.Value.Items) == 0 {
			r.wrong(d.Value, d.Name, "a list of claims")
		}
		for _, n := range d.Value.Items {
			c := Claim{Dataset: d.Name, Factor: 1, Margin: margins[d.Name]}
			c.read(r, n, p)
			claims = append(claims, c)
		}
	}
	return claims
}

var compared = regexp.MustCompile(`^(.+) (?:([<=>]) (.+)|is best)$`)

// read reads A < B and its like, or a mapping with A < B and a margin.
func (c *Claim) read(r *reader, n *node, p *Published) {
	text := n
	if n.Kind == yamltree.Mapping {
		var rest []field
		r.fill(field{Name: "a claim", At: n.At, Value: n}, reflect.ValueOf(c).Elem(), &rest)
		if len(rest) != 1 || !slices.Contains(append(Efforts, "claim"), rest[0].Name) {
			r.Fail(n.At, "write {claim: A < B, margin: NUMBER, because: REASON}, or cpu-seconds: A < B",
				"a claim must have one of the keys claim, %s", strings.Join(Efforts, ", "))
			return
		}
		if text = rest[0].Value; rest[0].Name != "claim" {
			c.Effort = rest[0].Name + ": "
			if n.Field("margin") == nil {
				c.Margin = Margin{}
			}
		}
	}
	c.Text = c.Effort + text.Text
	c.Effort = strings.TrimSuffix(c.Effort, ": ")
	m := compared.FindStringSubmatch(text.Text)
	if m == nil {
		r.Fail(n.At, "write A < B, A > B or A = B, with spaces around the sign, or A is best",
			"%s is not a claim", yamltree.Quote(c.Text))
		return
	}
	c.Best, c.Same, c.Above = m[2] == "", m[2] == "=", m[2] == ">"
	factor, rest, _ := strings.Cut(m[3], " ")
	if v, err := strconv.ParseFloat(factor, 64); err == nil && v > 0 && c.Effort != "" {
		c.Factor, m[3] = v, rest
	}
	if c.A = numberOf(r, n, m[1], c.Dataset, p); c.A == nil {
		return
	}
	if c.B = p.rivals(c.A); !c.Best {
		c.B = []*PublishedNumber{numberOf(r, n, m[3], c.Dataset, p)}
	}
	if mistake := c.mistake(); mistake != "" {
		r.Fail(n.At, "a margin is at most half of the published difference, or for A = B one published "+
			"standard deviation", "%s: %s", yamltree.Quote(c.Text), mistake)
	}
}

// mistake says what is wrong with a claim; "" if nothing is, or if it was reported.
func (c *Claim) mistake() string {
	limit := math.Inf(1)
	for _, b := range c.B {
		switch {
		case b == nil:
			return ""
		case b == c.A:
			return "it compares a number with itself"
		case c.Effort != "":
		case b.Metric != c.A.Metric:
			return "it compares a " + c.A.Metric + " with a " + b.Metric
		case !c.Same:
			limit = min(limit, math.Abs(c.A.Mean-b.Mean)/2)
		default:
			for _, std := range []float64{c.A.Std, b.Std} {
				if std < limit { // and no NaN
					limit = std
				}
			}
		}
	}
	switch {
	case c.B == nil || c.Best && c.Effort != "":
		return "there is nothing to compare it with"
	case c.Same && c.Margin.Size == 0:
		return "it needs a margin"
	case c.Margin.Size > limit+1e-9: // rounding
		return fmt.Sprintf("the margin %v is above its limit, %.4g", c.Margin.Size, limit)
	}
	return ""
}

// rivals returns the other printed numbers of the dataset and metric of n. They have the same shown
// labels.
func (p *Published) rivals(n *PublishedNumber) (others []*PublishedNumber) {
	for i := range p.Numbers {
		if o := &p.Numbers[i]; o != n && o.Dataset == n.Dataset && o.Metric == n.Metric &&
			o.Shown == n.Shown && !math.IsNaN(o.Mean) {
			others = append(others, o)
		}
	}
	return others
}

// numberOf returns the first number of a learner, or of a learner and a decoder, on a dataset; nil
// if there is none.
func numberOf(r *reader, n *node, name, dataset string, p *Published) *PublishedNumber {
	var labels []string
	for i := range p.Numbers {
		number := &p.Numbers[i]
		switch {
		case number.Dataset != dataset:
		case number.Learner == name || number.Learner+" "+number.Decoder == name:
			return number
		default:
			labels = ordered.Add(labels, number.Learner)
		}
	}
	r.Fail(n.At, hint(name, "rows", labels),
		"rows has no number of %s on %s: a claim names LEARNER, or LEARNER DECODER", yamltree.Quote(name),
		yamltree.Quote(dataset))
	return nil
}
