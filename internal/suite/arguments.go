package suite

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/param"
)

// arguments checks the arguments of s, which whose owns.
func (k *checker) arguments(s Spec, whose string, params []param.Parameter) {
	for _, arg := range s.args {
		i := slices.IndexFunc(params, func(p param.Parameter) bool { return p.Name == arg.name })
		if i < 0 {
			var known []string
			for _, p := range params {
				known = append(known, p.Name)
			}
			k.fail(arg.at, hint(arg.name, "parameters", known), "%s has no parameter %s", whose, quote(arg.name))
			continue
		}
		k.value(whose, params[i], arg.value)
		k.condition(s, whose, params, params[i], arg)
	}
}

// value checks one value against its parameter.
func (k *checker) value(whose string, p param.Parameter, v *node) {
	what := whose + ": " + p.Name
	switch p.Type {
	case "number", "integer":
		switch {
		case v.kind != number:
			k.wrong(v, what, article(p.Type))
		case p.Type == "integer" && !whole(v.number):
			k.wrong(v, what, "a whole number")
		case !p.Within(v.number):
			k.fail(v.at, "", "%s is %s, must be in %s", what, v.text, p.Range)
		}
	case "list":
		if v.kind != list {
			k.wrong(v, what, "a list")
		}
	case "boolean":
		if v.kind != boolean {
			k.wrong(v, what, "true or false")
		}
	case "string":
		switch {
		case v.kind == number || v.kind == boolean:
			k.fail(v.at, `quote it: "`+v.text+`"`, "%s must be a text, not %s", what, v.describe())
		case v.kind != text:
			k.wrong(v, what, "a text")
		case len(p.Enum) > 0 && !slices.Contains(p.Enum, v.text):
			k.fail(v.at, hint(v.text, "values", p.Enum), "%s cannot be %s", what, quote(v.text))
		}
	}
}

func article(noun string) string {
	if strings.HasPrefix(noun, "i") {
		return "an " + noun
	}
	return "a " + noun
}

// condition reports an argument that is set although its When does not hold:
// somebody would believe that it had an effect.
func (k *checker) condition(s Spec, whose string, params []param.Parameter, p param.Parameter, arg field) {
	other, want, found := strings.Cut(p.When, "=")
	if !found {
		return
	}
	have := ""
	if i := slices.IndexFunc(params, func(p param.Parameter) bool { return p.Name == other }); i >= 0 {
		have = plain(params[i].Default)
	}
	if i := slices.IndexFunc(s.args, func(f field) bool { return f.name == other }); i >= 0 {
		have = s.args[i].value.spell()
	}
	if values := strings.Split(want, ","); !slices.Contains(values, have) {
		k.fail(arg.at, "", "%s: %s has a meaning only when %s is %s, but it is %s", whose, p.Name, other, strings.Join(values, " or "), have)
	}
}

// plain returns a JSON scalar as a When writes it: a string unquoted.
func plain(text json.RawMessage) string {
	var s string
	if json.Unmarshal(text, &s) == nil {
		return s
	}
	return string(text)
}
