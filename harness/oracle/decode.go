package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// An Output is a way to read a prediction off potentials, by name.
type Output struct{ Name, Doc string }

// outputs are the shared decoders, in the order in which they are listed.
var outputs = []struct {
	Output
	decode func(out *sp.Prediction, args []byte, s sp.Solver, p *sp.Potentials, key perturb.Key) error
}{
	{Output{"map", "a labeling of maximal score"}, decodeMAP},
	{Output{"mpm", "at each variable the label of largest marginal probability, by sum-product; also the marginals"}, decodeMPM},
	{Output{"perturb", `the most frequent maximiser under Gumbel noise, with label frequencies, their variances and the maximisers as atoms; args {"draws":100}`}, decodePerturb},
}

// Outputs describes the names that Decode knows.
func Outputs() []Output {
	list := make([]Output, len(outputs))
	for i, o := range outputs {
		list[i] = o.Output
	}
	return list
}

// Decode fills out with the named output under potentials p, which the caller
// has restricted to what is known of the instance. args is a JSON object, read
// strictly; empty means {}. Only "perturb" reads key. The slices of out are
// reused; what the output does not give is nil.
func Decode(out *sp.Prediction, output string, args []byte, s sp.Solver, p *sp.Potentials, key perturb.Key) error {
	for _, o := range outputs {
		if o.Name != output {
			continue
		}
		if err := o.decode(out, args, s, p, key); err != nil {
			return fmt.Errorf("oracle: output %q: %w", output, err)
		}
		return nil
	}
	names := make([]string, len(outputs))
	for i, o := range outputs {
		names[i] = o.Name
	}
	return fmt.Errorf("oracle: unknown output %q, known are: %s", output, strings.Join(names, ", "))
}

func decodeMAP(out *sp.Prediction, args []byte, s sp.Solver, p *sp.Potentials, _ perturb.Key) error {
	if err := readArgs(args, &struct{}{}); err != nil {
		return err
	}
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N())}
	_, err := s.MAP(out.Labels, p)
	return err
}

// decodeMPM breaks ties towards the smaller label.
func decodeMPM(out *sp.Prediction, args []byte, s sp.Solver, p *sp.Potentials, _ perturb.Key) error {
	if err := readArgs(args, &struct{}{}); err != nil {
		return err
	}
	mu := sp.Marginals{Node: out.Marginal, NodeOnly: true}
	if _, err := s.Marginals(&mu, p); err != nil {
		return err
	}
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N()), Marginal: mu.Node}
	for d := range out.Labels {
		row := mu.Node[d*p.K : (d+1)*p.K]
		best := 0
		for k, q := range row {
			if q > row[best] {
				best = k
			}
		}
		out.Labels[d] = int32(best)
	}
	return nil
}

func decodePerturb(out *sp.Prediction, args []byte, s sp.Solver, p *sp.Potentials, key perturb.Key) error {
	a := struct {
		Draws int `json:"draws"`
	}{Draws: 100}
	if err := readArgs(args, &a); err != nil {
		return err
	}
	if a.Draws < 1 {
		return fmt.Errorf("args: draws is %d, must be at least 1", a.Draws)
	}
	_, err := perturb.Estimate(out, s, p, key, a.Draws)
	return err
}

// readArgs decodes one JSON object, or nothing, onto a; unknown keys and
// trailing data are errors.
func readArgs(args []byte, a any) error {
	if len(bytes.TrimSpace(args)) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.DisallowUnknownFields()
	if err := d.Decode(a); err != nil {
		return fmt.Errorf("args: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("args: more than one JSON value in %s", args)
	}
	return nil
}
