package examine

import (
	"fmt"
	"math"
	"reflect"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// A fact is a named part of an outcome. Lists of numbers are compared to the bit, and everything
// else by reflect.DeepEqual.
type fact struct {
	name  string
	value any
}

// facts returns what two fits of the same input have in common. Times differ.
func (o *outcome) facts() []fact {
	list := []fact{{"number of checkpoints", len(o.points)}}
	for i, p := range o.points {
		at := fmt.Sprintf(" of checkpoint %d", i+1)
		list = append(list, fact{"counts" + at, p.Counts}, fact{"weights" + at, p.Weights},
			fact{"values" + at, p.Values})
	}
	return append(list, fact{"counts at the end", o.Counts})
}

// forecasts returns the facts of predictions for the instances.
func forecasts(predictions []sp.Prediction, instances []sp.Instance) (list []fact) {
	for i, p := range predictions {
		of := fmt.Sprintf(" of %q", instances[i].ID)
		list = append(list, fact{"labels" + of, p.Labels}, fact{"marginals" + of, p.Marginal},
			fact{"atoms" + of, p.Atoms})
	}
	return list
}

// difference describes the first fact that differs from the one before; "" if there is none.
func difference(before, now []fact) string {
	for i, f := range before {
		old, list := f.value.([]float64)
		if !list {
			if !reflect.DeepEqual(f.value, now[i].value) {
				return fmt.Sprintf("%s: %s, %s before", f.name, shown(now[i].value), shown(f.value))
			}
			continue
		}
		is := now[i].value.([]float64)
		if len(is) != len(old) {
			return fmt.Sprintf("%s: %d numbers, %d before", f.name, len(is), len(old))
		}
		for j := range is {
			if math.Float64bits(is[j]) != math.Float64bits(old[j]) {
				return fmt.Sprintf("%s: number %d of %d is %v, %v before", f.name, j, len(is), is[j],
					old[j])
			}
		}
	}
	return ""
}

// shown returns a value as it is shown to a reader, in one line.
func shown(value any) string { return wire.Beginning(fmt.Sprintf("%+v", value), 200) }
