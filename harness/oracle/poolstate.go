package oracle

import (
	"bytes"
	"encoding/gob"
	"fmt"
)

// poolState is the part of a Pool that later results depend on. The solvers' own state is not
// needed.
type poolState struct {
	Approximate []string // IDs
	Algorithm   string
	Calls       map[string]uint64 // calls by ID; the noise of samplers depends on them
	Settling    convergence
}

// MarshalBinary returns the state to resume a Pool in another process: the data of Approximate and
// the call counts behind the noise.
func (p *Pool) MarshalBinary() ([]byte, error) {
	s := poolState{Algorithm: p.algorithm, Calls: p.calls.counts()}
	for id := range p.approximate {
		s.Approximate = append(s.Approximate, id)
	}
	s.Settling.NotConverged, s.Settling.Calls = p.NotConverged()
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(s)
	return b.Bytes(), err
}

// UnmarshalBinary restores the state returned by MarshalBinary.
func (p *Pool) UnmarshalBinary(b []byte) error {
	var s poolState
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&s); err != nil {
		return fmt.Errorf("oracle: pool: %w", err)
	}
	for _, id := range s.Approximate {
		p.approximate[id] = true
	}
	p.algorithm, p.before = s.Algorithm, s.Settling
	for id, n := range s.Calls {
		p.calls.of(id).Store(n)
	}
	return nil
}

// Drew reports whether there were calls with noise that depends on the number of earlier calls.
func (p *Pool) Drew() bool {
	p.calls.mu.Lock()
	defer p.calls.mu.Unlock()
	return len(p.calls.count) > 0
}

func (c *calls) counts() map[string]uint64 {
	counts := map[string]uint64{}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range c.count {
		counts[id] = n.Load()
	}
	return counts
}
