package uai

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// WriteCFN writes the scores p of x as a cost function network (.cfn) of toulbar2. Its costs sum to
// −p. Those of a function begin at 0, as toulbar2 can misread others of four variables, and their
// minima are a constant. The bound is above the cost of every possible labeling, and no
// impossible one is below it. All numbers have the same decimals, and 17 digits for the
// largest one: toulbar2 counts in units of the last decimal of the bound, and misreads costs with
// more. Labels and errors are as for [Write], but only scores above 5·10⁸ and NaN are outside.
func WriteCFN(w io.Writer, x *sp.Instance, p *sp.Potentials) error {
	constant, above := 0.0, 1.0 // of the bound above the constant
	var names [][]string
	var tables [][]float64
	m, err := factors(x, p, func(list []int32, scores []float64) error {
		costs, lowest, highest, err := costsOf(scores)
		if err != nil {
			return fmt.Errorf("uai: instance %q: variables %v have the score %w", x.ID, list, err)
		}
		constant, above = constant+lowest, above+highest-lowest
		scope := make([]string, len(list))
		for i, d := range list {
			scope[i] = fmt.Sprintf("\"v%d\"", d)
		}
		names, tables = append(names, scope), append(tables, costs)
		return nil
	})
	if err != nil {
		return err
	}
	decimals := max(0, 17-len(strconv.FormatFloat(math.Abs(constant)+above, 'f', 0, 64)))
	text := func(cost float64) string { return strconv.FormatFloat(cost, 'f', decimals, 64) }
	functions := []string{fmt.Sprintf(`"constant": {"scope": [], "costs": [%s]}`, text(constant))}
	for i, scope := range names {
		costs := make([]string, len(tables[i]))
		for j, c := range tables[i] {
			costs[j] = text(min(c, above))
		}
		functions = append(functions, fmt.Sprintf(`"f%d": {"scope": [%s], "costs": [%s]}`, i,
			strings.Join(scope, ", "), strings.Join(costs, ", ")))
	}
	variables := make([]string, len(m.Labels))
	for d, n := range m.Labels {
		variables[d] = fmt.Sprintf(`"v%d": %d`, d, n)
	}
	_, err = fmt.Fprintf(w, `{
"problem": {"name": "model", "mustbe": "<%s"},
"variables": {%s},
"functions": {
%s
}
}
`, text(constant+above), strings.Join(variables, ", "), strings.Join(functions, ",\n"))
	return err
}

// costsOf returns −scores above the lowest one, the lowest and the highest. Impossible scores do
// not count for these two.
func costsOf(scores []float64) (costs []float64, lowest, highest float64, err error) {
	lowest, highest = math.Inf(1), math.Inf(-1)
	for _, s := range scores {
		if !(s <= -impossible) {
			return nil, 0, 0, fmt.Errorf("%v: %w", s, errors.ErrUnsupported)
		}
		if costs = append(costs, -s); s >= impossible {
			lowest, highest = min(lowest, -s), max(highest, -s)
		}
	}
	if lowest > highest { // nothing is possible
		lowest, highest = 0, 0
	}
	for i := range costs {
		costs[i] -= lowest
	}
	return costs, lowest, highest, nil
}
