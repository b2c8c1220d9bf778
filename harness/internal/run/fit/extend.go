package fit

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/param"
)

// An axis is a parameter with several numbers in a grid.
type axis struct {
	name   string
	tried  []float64 // in any trial; ascending, distinct
	chosen float64   // one of tried
	added  int       // numbers in tried that are not in the grid
	matter bool      // it makes a difference to the loss
}

// axes returns the axes of a grid, a learner's Args, sorted by name.
func axes(grid, chosen json.RawMessage, trials []record.Trial) []axis {
	lists, values := object(grid), object(chosen)
	var list []axis
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		var points []float64
		var a axis
		if json.Unmarshal(lists[name], &points) != nil || len(points) < 2 ||
			json.Unmarshal(values[name], &a.chosen) != nil {
			continue
		}
		for _, t := range trials {
			var v float64
			if json.Unmarshal(object(t.Params)[name], &v) == nil &&
				!math.IsNaN(float64(t.Loss)) { // not of a failed trial
				a.tried = append(a.tried, v)
			}
		}
		slices.Sort(a.tried)
		a.tried = slices.Compact(a.tried)
		if len(a.tried) < 2 { // all others failed
			continue
		}
		a.name, a.matter = name, matters(name, values, trials)
		for _, v := range a.tried {
			if !slices.Contains(points, v) {
				a.added++
			}
		}
		list = append(list, a)
	}
	return list
}

// atEdge reports whether the chosen value is the smallest or largest tried.
func (a *axis) atEdge() bool {
	return a.chosen == a.tried[0] || a.chosen == a.tried[len(a.tried)-1]
}

// extend returns the candidates of one more round: two, or none if the grid has no numbers. They
// differ from the chosen parameters in one parameter.
//
// It extends the first parameter, by name, that matters and whose chosen value lies at the edge of
// the values tried, if its range goes on. The candidates lie beyond the edge. Otherwise it refines
// a parameter that matters, the one with the fewest values added so far. The candidates lie between
// the chosen value and its neighbours. A candidate may have been tried before.
func extend(
	grid, chosen json.RawMessage, trials []record.Trial, params []param.Parameter,
) []json.RawMessage {
	list := axes(grid, chosen, trials)
	if len(list) == 0 {
		return nil
	}
	for i := range list {
		a := &list[i]
		if a.matter && a.atEdge() {
			if values := a.beyond(parameter(params, a.name)); values != nil {
				return a.candidates(chosen, values)
			}
		}
	}
	some := slices.DeleteFunc(slices.Clone(list), func(a axis) bool { return !a.matter })
	if len(some) > 0 {
		list = some
	}
	a := slices.MinFunc(list, func(a, b axis) int { return a.added - b.added })
	return a.candidates(chosen, a.within(parameter(params, a.name)))
}

// beyond returns the next two values past the edge where the chosen one lies. Steps have the ratio
// of the last two values tried, or their difference if one is not positive. If only the first step
// is in the range, the other value lies halfway to it. If none is, beyond returns nil.
func (a *axis) beyond(p param.Parameter) []float64 {
	edge, before := a.tried[len(a.tried)-1], a.tried[len(a.tried)-2]
	if a.chosen == a.tried[0] {
		edge, before = a.tried[0], a.tried[1]
	}
	var one, two float64
	if edge > 0 && before > 0 {
		one, two = edge*(edge/before), edge*(edge/before)*(edge/before)
	} else {
		one, two = edge+(edge-before), edge+2*(edge-before)
	}
	one, two = plain(one, p), plain(two, p)
	switch {
	case !p.Admits(one):
		return nil
	case !p.Admits(two):
		two = plain(between(edge, one, 1./2), p)
	}
	return []float64{one, two}
}

// within returns a value on either side of the chosen one, halfway to its neighbour. At an edge it
// returns two values on one side, at the thirds.
func (a *axis) within(p param.Parameter) []float64 {
	i := slices.Index(a.tried, a.chosen)
	var one, two float64
	switch last := len(a.tried) - 1; i {
	case 0:
		one, two = between(a.chosen, a.tried[1], 1./3), between(a.chosen, a.tried[1], 2./3)
	case last:
		before := a.tried[last-1]
		one, two = between(a.chosen, before, 1./3), between(a.chosen, before, 2./3)
	default:
		one, two = between(a.tried[i-1], a.chosen, 1./2), between(a.chosen, a.tried[i+1], 1./2)
	}
	return []float64{plain(one, p), plain(two, p)}
}

// between returns the point at a share of the way from a to b, on a logarithmic scale if both are
// positive.
func between(a, b, share float64) float64 {
	if a > 0 && b > 0 {
		return a * math.Pow(b/a, share)
	}
	return a + share*(b-a)
}

// plain rounds v to a value for a grid: an integer, or a number of three digits.
func plain(v float64, p param.Parameter) float64 {
	if p.Type == "integer" {
		return math.Round(v)
	}
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	return v
}

// candidates returns the chosen parameters once with each of the values.
func (a *axis) candidates(chosen json.RawMessage, values []float64) (list []json.RawMessage) {
	for _, v := range values {
		members := object(chosen)
		members[a.name] = json.RawMessage(plan.Compact(v))
		text, err := suite.Canonical([]byte(plan.Compact(members)))
		if err != nil {
			panic("fit: " + err.Error()) // cannot be: the numbers are finite
		}
		list = append(list, text)
	}
	return list
}

// parameter returns the parameter called name, or else one for any number.
func parameter(params []param.Parameter, name string) param.Parameter {
	if i := slices.IndexFunc(params, func(p param.Parameter) bool { return p.Name == name }); i >= 0 {
		return params[i]
	}
	return param.Parameter{Name: name, Type: "number"}
}

// matters reports whether a parameter makes a difference to the loss, among trials with the chosen
// values of all others. If there is only one such trial, since the chosen value of another
// parameter was added to the grid, it compares trials with any values of the others.
func matters(name string, chosen map[string]json.RawMessage, trials []record.Trial) bool {
	without := func(values map[string]json.RawMessage) string {
		values = maps.Clone(values)
		delete(values, name)
		return plan.Compact(values)
	}
	lines := map[string][]record.Number{} // losses by all other values
	for _, t := range trials {
		others := without(object(t.Params))
		lines[others] = append(lines[others], t.Loss)
	}
	differ := func(losses []record.Number) bool {
		return slices.ContainsFunc(losses, func(l record.Number) bool {
			return l != losses[0] && !(math.IsNaN(float64(l)) && math.IsNaN(float64(losses[0])))
		})
	}
	if losses := lines[without(chosen)]; len(losses) > 1 {
		return differ(losses)
	}
	for _, losses := range lines {
		if differ(losses) {
			return true
		}
	}
	return false
}

// object returns the members of a JSON object; none of any other text.
func object(text json.RawMessage) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	_ = json.Unmarshal(text, &members)
	return members
}
