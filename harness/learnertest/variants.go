package learnertest

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/param"
)

// variants returns variants of params, a JSON object or nothing. Each sets one parameter left at
// its default, with a meaning under params, to another value of its enum, or to true or false.
func (e *examination) variants(params []byte) (list [][]byte) {
	set := map[string]json.RawMessage{}
	if params != nil && json.Unmarshal(params, &set) != nil {
		return nil // the fit has refused params
	}
	for i := range e.about.Parameters {
		p := &e.about.Parameters[i]
		if set[p.Name] != nil || !e.matters(p, set) {
			continue
		}
		values := []string{"false", "true"}
		if p.Type != "boolean" {
			values = nil
			for _, v := range p.Enum {
				values = append(values, strconv.Quote(v))
			}
		}
		for _, v := range values {
			if v == string(p.Default) {
				continue
			}
			other := maps.Clone(set)
			other[p.Name] = json.RawMessage(v)
			text, err := json.Marshal(other)
			if err == nil {
				list = append(list, text)
			}
		}
	}
	return list
}

// matters reports whether p has a meaning if the parameters in set have these values and all others
// their defaults.
func (e *examination) matters(p *param.Parameter, set map[string]json.RawMessage) bool {
	if p.When == "" {
		return true
	}
	name, values, _ := strings.Cut(p.When, "=")
	is, ok := set[name]
	if at := slices.IndexFunc(e.about.Parameters,
		func(q param.Parameter) bool { return q.Name == name }); !ok && at >= 0 {
		is = e.about.Parameters[at].Default
	}
	plain := string(is)
	if text, err := strconv.Unquote(plain); err == nil {
		plain = text
	}
	return slices.Contains(strings.Split(values, ","), plain)
}
