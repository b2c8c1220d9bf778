package examine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// A setting is a choice of values, as JSON, for some parameters of a learner.
type setting map[string]json.RawMessage

// json returns the setting as an object; nothing for no parameters.
func (s setting) json() []byte {
	if len(s) == 0 {
		return nil
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic("examine: " + err.Error()) // the values are JSON: package wire has looked
	}
	return text
}

// with returns the setting with one more parameter.
func (s setting) with(name, value string) setting {
	more := setting{name: json.RawMessage(value)}
	maps.Copy(more, s)
	return more
}

// condition reads a condition such as "solver=sgd,svrg". It returns the parameter and the values,
// as JSON; nil if the learner has no such parameter.
func (e *examination) condition(when string) (p *param.Parameter, values []string) {
	name, list, _ := strings.Cut(when, "=")
	at := slices.IndexFunc(e.about.Parameters,
		func(q param.Parameter) bool { return q.Name == name })
	if at < 0 || !strings.Contains(when, "=") {
		return nil, nil
	}
	p = &e.about.Parameters[at]
	for value := range strings.SplitSeq(list, ",") {
		if p.Type == "string" {
			value = strconv.Quote(value)
		}
		values = append(values, value)
	}
	return p, values
}

// declared returns the settings of a declaration such as Resumable; nil: none. is says what it
// declares.
func (e *examination) declared(is, when string) (list []setting, err error) {
	switch when {
	case "":
		return nil, nil
	case sp.Always:
		return []setting{nil}, nil
	}
	p, values := e.condition(when)
	if p == nil {
		return nil, fmt.Errorf(
			"it %s when %q, which is neither %q nor name=value of one of its parameters", is, when,
			sp.Always)
	}
	for _, value := range values {
		if word, err := strconv.Unquote(value); err == nil && len(p.Enum) > 0 &&
			!slices.Contains(p.Enum, word) {
			return nil, fmt.Errorf("it %s when %q, but %s is one of %s", is, when, p.Name,
				strings.Join(p.Enum, ", "))
		}
		list = append(list, setting(nil).with(p.Name, value))
	}
	return list, nil
}

// variants returns variants of s. Each sets one parameter left at its default, with a meaning under
// s, to another value of its enum, or to true or false.
func (e *examination) variants(s setting) (list []setting) {
	for i := range e.about.Parameters {
		p := &e.about.Parameters[i]
		if s[p.Name] != nil || !e.matters(p, s) {
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
			if v != string(p.Default) {
				list = append(list, s.with(p.Name, v))
			}
		}
	}
	return list
}

// matters reports whether p has a meaning if the parameters in s have these values and all others
// their defaults.
func (e *examination) matters(p *param.Parameter, s setting) bool {
	of, values := e.condition(p.When)
	if of == nil {
		return p.When == ""
	}
	is, set := s[of.Name]
	if !set {
		is = of.Default
	}
	return slices.Contains(values, string(is))
}
