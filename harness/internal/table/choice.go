package table

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// words says what was chosen on the datasets, to which all is parallel: for each
// where there are at most two of them that differ, else for all together.
func (t *Table) words(all []Tuning) string {
	var texts []string
	var together []Choice
	for _, v := range all {
		texts, together = append(texts, choices(v.Chosen)), append(together, v.Chosen...)
	}
	if len(all) != 2 || texts[0] == texts[1] || texts[0] == "" || texts[1] == "" {
		return cmp.Or(choices(together), "nothing")
	}
	return fmt.Sprintf("%s (%s), %s (%s)", texts[0], t.Datasets[0], texts[1], t.Datasets[1])
}

// choices writes the distinct values of each parameter with the number of fits that
// they were chosen for; of more than three numbers only the least and the largest.
func choices(list []Choice) string {
	values := map[string][]string{} // by parameter
	for _, c := range list {
		for name, v := range c.Values {
			values[name] = append(values[name], string(v))
		}
	}
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		texts = append(texts, name+" "+distinct(values[name]))
	}
	return strings.Join(texts, ", ")
}

func distinct(values []string) string {
	count := map[string]int{}
	for _, v := range values {
		count[v]++
	}
	number := func(v string) (x float64, ok bool) {
		x, err := strconv.ParseFloat(v, 64)
		return x, err == nil
	}
	list := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		x, _ := number(a)
		y, _ := number(b)
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
	})
	last := list[len(list)-1]
	_, ok := number(last)
	switch {
	case len(list) == 1:
		return plainJSON(list[0])
	case len(list) > 3 && ok:
		return plainJSON(list[0]) + "–" + plainJSON(last)
	}
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = fmt.Sprintf("%s ×%d", plainJSON(v), count[v])
	}
	return strings.Join(texts, ", ")
}

// plainJSON writes a JSON value without the quotes of a string or the zeros of a long
// number.
func plainJSON(v string) string {
	var s string
	if json.Unmarshal([]byte(v), &s) == nil {
		return s
	}
	if x, err := strconv.ParseFloat(v, 64); err == nil {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return v
}

// csvChosen writes the choices as a JSON list of objects, in the order of the fits;
// nothing where there are none.
func csvChosen(list []Choice) string {
	if len(list) == 0 {
		return ""
	}
	values := make([]map[string]json.RawMessage, len(list))
	for i, c := range list {
		values[i] = c.Values
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic("report: " + err.Error()) // it was JSON
	}
	return string(text)
}
