package oracle

import "github.com/spbench/spbench/harness/sp"

var lbpKind = Kind{
	Name: "lbp", Sums: true, Doc: "loopy belief propagation (Pearl 1988; Murphy, Weiss & Jordan " +
		"1999): maxima by max-product, marginals by sum-product, " +
		"log Z by Bethe's approximation; on any graph, exact without cycles",
	new: func() sp.Approximator { return &LBP{newPassing()} },
}

// An LBP is loopy belief propagation on any graph (Pearl 1988; Murphy, Weiss & Jordan, Loopy belief
// propagation for approximate inference, 1999). Its log Z is Bethe's (Yedidia, Freeman & Weiss
// 2005); if the messages converge, the marginals are its gradient. Without cycles it is exact. With
// cycles the messages may never converge: results are those of the last sweep. O(m) a sweep for two
// labels, O(mK) for Potts strengths, O(mK²) for tables.
type LBP struct{ passing }

// Approximate implements [sp.Approximator].
func (*LBP) Approximate() string { return "loopy belief propagation" }

// MAP implements [sp.Solver].
func (s *LBP) MAP(y []int32, p *sp.Potentials) (float64, error) {
	s.arrange(p)
	return s.maximise("lbp", y, p, nil)
}

// Marginals implements [sp.Solver].
func (s *LBP) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	s.arrange(p)
	return s.sum("lbp", mu, p, nil)
}
