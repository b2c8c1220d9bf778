package param

import (
	"encoding/json"
	"math"
)

// A Parameter describes one parameter or argument: its type, default and allowed values.
type Parameter struct {
	Name string `json:"name"`
	// "number", "integer", "boolean", "string" or "list"; "" allows any value
	Type    string          `json:"type"`
	Default json.RawMessage `json:"default"` // JSON
	Help    string          `json:"help,omitempty"`
	// an interval such as "(0,inf)"; "" allows any number
	Range string   `json:"range,omitempty"`
	Enum  []string `json:"enum,omitempty"` // the only values of a string
	// "name=value" or "name=value,value": may be set only then
	When string `json:"when,omitempty"`
}

// Within reports whether the number v is in the range of p. A malformed interval bounds
// nothing: it is a mistake of the parameter's author, not of its user.
func (p *Parameter) Within(v float64) bool {
	r, ok := ParseInterval(p.Range)
	return !ok || r.Contains(v)
}

// Admits reports whether v is a valid value of the numeric parameter p.
func (p *Parameter) Admits(v float64) bool {
	return v-v == 0 && p.Within(v) && (p.Type != "integer" || v == math.Trunc(v))
}

// An Entry is one entry of a registry, for a suite to name.
type Entry struct {
	Name, Doc string
	Params    []Parameter // of its arguments
	Decoders  []Entry     // of a learner: its own, besides the shared ones
	// Accept, if not nil, makes the last check of the arguments, a canonical JSON object;
	// without Params it makes the only one.
	Accept func(args []byte) error
}
