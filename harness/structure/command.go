package structure

import "github.com/spbench/spbench/harness/sp"

// A ByCommand asks a program of the user, that of [sp.Structure], and checks each answer: a
// labeling is complete and allowed, with the score that the program says. A maximum with a label
// fixed is one with the other labels forbidden.
type ByCommand struct {
	last
	given sp.Potentials // of the last Clamped
}

// MAP implements [sp.Solver].
func (s *ByCommand) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if err := s.begin(y, p); err != nil {
		return 0, err
	}
	list, err := askProgram([]*sp.Potentials{p}, false)
	if err != nil {
		return 0, err
	}
	copy(s.y, list[0].Labels)
	return s.end(y, p)
}

// Clamped implements [sp.Clamper].
func (s *ByCommand) Clamped(y []int32, d int, k int32) (float64, error) {
	if done, score, err := s.clamp(y, d, k); done {
		return score, err
	}
	q := &s.given
	q.K, q.Structure, q.Node = s.p.K, s.p.Structure, append(q.Node[:0], s.p.Node...)
	onlyLabel(q, d, k)
	list, err := askProgram([]*sp.Potentials{q}, false)
	if err != nil {
		return 0, err
	}
	score := s.compare(y, list[0].Labels)
	if score > s.score && !sameScore(score, s.score) {
		return 0, commandError(q.Structure, "a maximum of %v, and labels with score %v", s.score, score)
	}
	return score, nil
}

// Marginals implements [sp.Solver].
func (s *ByCommand) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	err := Summable(p.Structure, p.N(), p.K)
	if err == nil {
		err = valid(p)
	}
	if err != nil {
		return 0, err
	}
	list, err := askProgram([]*sp.Potentials{p}, true)
	if err != nil {
		return 0, err
	}
	if mu != nil {
		mu.Resize(p.N(), 0, p.K)
		for d, row := range list[0].Marginals {
			copy(mu.Node[d*p.K:], row)
		}
	}
	return *list[0].LogSum, nil
}

// Members returns an error for the first of some instances with a command that allows no labeling
// with their gold labels.
func Members(list []sp.Instance) error {
	const most = 1 << 20 // scores in a line
	var batch []*sp.Potentials
	size := 0
	for i := range list {
		x := &list[i]
		p := &sp.Potentials{K: x.K, Structure: x.Structure, Node: make([]float64, x.N()*x.K)}
		p.Restrict(x)
		if batch, size = append(batch, p), size+len(p.Node); size < most && i < len(list)-1 {
			continue
		}
		if _, err := askProgram(batch, false); err != nil {
			return err
		}
		batch, size = batch[:0], 0
	}
	return nil
}
