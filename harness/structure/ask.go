package structure

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/spbench/spbench/harness/sp"
)

// A programAnswer has labels and their score, or for sums the last two fields.
type programAnswer struct {
	Labels    []*int32
	y         []int32 // Labels, once checked
	Score     *float64
	LogSum    *float64 `json:"log_sum"`
	Marginals [][]float64
}

// askProgram asks the command of a list about all of the list in one line, and checks the answers.
// docs/structures.md describes the lines.
func askProgram(sums bool, list ...*sp.Potentials) (answers []*programAnswer, err error) {
	s := list[0].Structure
	p, err := takeProgram(s.Command)
	if err != nil {
		return nil, commandError(s, "%w", err)
	}
	defer func() {
		if err == nil || errors.Is(err, sp.ErrForbidden) {
			putProgram(s.Command, p)
		} else {
			p.end()
		}
	}()
	within := time.Duration(s.Seconds * 1e9 * float64(len(list)))
	line, err := p.exchange(programLine(list, sums), within)
	if err != nil {
		return nil, commandError(s, "%w", err)
	}
	if err = json.Unmarshal(line, &answers); err == nil && len(answers) != len(list) {
		err = fmt.Errorf("%d answers", len(answers))
	}
	if err != nil {
		return nil, commandError(s, "%.60q is no list of %d answers (%w)", line, len(list), err)
	}
	for i, a := range answers {
		q := list[i]
		switch {
		case a == nil:
			return nil, commandError(q.Structure, "%w, it answers", sp.ErrForbidden)
		case sums:
			err = a.checkSums(q)
		default:
			err = a.checkLabels(q)
		}
		if err != nil {
			return nil, commandError(q.Structure, "%w", err)
		}
	}
	return answers, nil
}

// programLine returns a list as a line of JSON.
func programLine(list []*sp.Potentials, sums bool) []byte {
	b := []byte{'['}
	for i, p := range list {
		id, _ := json.Marshal(p.Structure.ID) // a string
		b = append(append(append(comma(b, i), `{"id":`...), id...), `,"scores":[`...)
		for d := range p.N() {
			b = append(comma(b, d), '[')
			for k, v := range p.Node[d*p.K:][:p.K] {
				if b = comma(b, k); math.IsInf(v, -1) {
					b = append(b, "null"...)
				} else {
					b = strconv.AppendFloat(b, v, 'g', -1, 64)
				}
			}
			b = append(b, ']')
		}
		if b = append(b, ']'); sums {
			b = append(b, `,"sums":true`...)
		}
		b = append(b, '}')
	}
	return append(b, "]\n"...)
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

// checkLabels returns an error unless the labels are complete and allowed, with their score.
func (a *programAnswer) checkLabels(p *sp.Potentials) error {
	if len(a.Labels) != p.N() || a.Score == nil {
		return fmt.Errorf("%d labels for %d variables, or no score", len(a.Labels), p.N())
	}
	for d, label := range a.Labels {
		if label == nil {
			return fmt.Errorf("null as the label of variable %d", d)
		}
		k := *label
		if k < 0 || int(k) >= p.K || math.IsInf(p.Node[d*p.K+int(k)], -1) {
			return fmt.Errorf("label %d of variable %d, must be 0 to %d and not forbidden (null)", k,
				d, p.K-1)
		}
		a.y = append(a.y, k)
	}
	if is := p.Score(a.y); !sameScore(*a.Score, is) {
		return fmt.Errorf("score %v of labels whose scores add up to %v", *a.Score, is)
	}
	return nil
}

// checkSums returns an error unless the marginals are probabilities, 0 for forbidden labels.
func (a *programAnswer) checkSums(p *sp.Potentials) error {
	if a.LogSum == nil || len(a.Marginals) != p.N() {
		return fmt.Errorf("%d rows of marginals for %d variables, or no log_sum", len(a.Marginals),
			p.N())
	}
	for d, row := range a.Marginals {
		sum := 0.0
		for k, q := range row {
			if k < p.K && q >= 0 && (q == 0 || !math.IsInf(p.Node[d*p.K+k], -1)) {
				sum += q
			}
		}
		if len(row) != p.K || !sameScore(sum, 1) {
			return fmt.Errorf("marginals %v of variable %d, want probabilities of %d labels, 0 for "+
				"forbidden ones", row, d, p.K)
		}
	}
	return nil
}

// sameScore reports whether two numbers are equal but for rounding.
func sameScore(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1, math.Abs(b)) }
