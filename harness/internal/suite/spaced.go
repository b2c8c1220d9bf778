package suite

import (
	"fmt"
	"math"
	"strconv"

	"github.com/spbench/spbench/harness/param"
)

// spaced returns the list that {log: [FROM, TO, COUNT]} or {linear: [FROM, TO, COUNT]} stands for:
// so many values from one to the other, at equal ratios or at equal distances, the ends as they
// are written. Those between are rounded, to whole numbers where both ends are, else to three digits,
// or to as many more as it takes that none moves by more than a tenth of a step.
func (r *reader) spaced(arg field) *node {
	v := arg.value
	if len(v.fields) != 1 || v.fields[0].name != "log" && v.fields[0].name != "linear" {
		return v // a mapping, which no parameter is
	}
	f := v.fields[0]
	end := &param.Parameter{Type: "number"}
	scale := scale{forth: func(x float64) float64 { return x }, back: func(x float64) float64 { return x }}
	if f.name == "log" {
		scale.forth, scale.back = math.Log, math.Exp
		end.Name, end.Help, end.Range = "linear", "has equal distances instead of equal ratios", "(0,inf)"
	}
	out := &node{kind: list, at: v.at, items: []*node{{kind: text}, {kind: text}}} // of which nothing more is to be said
	if f.value.kind != list || len(f.value.items) != 3 {
		r.wrong(f.value, f.name, "[FROM, TO, COUNT]")
		return out
	}
	from, to, n := f.value.items[0], f.value.items[1], f.value.items[2]
	switch count := (&param.Parameter{Type: "integer", Range: fmt.Sprintf("[2,%d]", maxRows)}); {
	case !r.admits("an end of "+f.name, end, from) || !r.admits("an end of "+f.name, end, to) || !r.admits("the count of "+f.name, count, n):
	case from.number == to.number:
		r.fail(to.at, "", "%s goes from %s to %s", f.name, from.text, to.text)
	default:
		out.items = []*node{from}
		for _, v := range scale.between(from.number, to.number, int(n.number)) {
			out.items = append(out.items, &node{kind: number, at: from.at, text: strconv.FormatFloat(v, 'g', -1, 64), number: v})
		}
		out.items = append(out.items, to)
	}
	return out
}

// A scale is what values are at equal distances on.
type scale struct{ forth, back func(float64) float64 }

// between returns the values strictly between the ends, with as few digits as none moves too far.
func (s scale) between(from, to float64, count int) (values []float64) {
	step := (s.forth(to) - s.forth(from)) / float64(count-1)
	format, digits := byte('g'), 3
	if from == math.Trunc(from) && to == math.Trunc(to) {
		format, digits = 'f', 0 // whole
	}
	for ok := false; !ok; format, digits = 'g', max(digits+1, 3) {
		ok, values = true, nil
		for i := 1; i < count-1; i++ {
			at := s.forth(from) + float64(i)*step
			v, _ := strconv.ParseFloat(strconv.FormatFloat(s.back(at), format, digits, 64), 64)
			ok = ok && (digits >= 17 || math.Abs(s.forth(v)-at) <= math.Abs(step)/10)
			values = append(values, v)
		}
	}
	return values
}
