package param

import (
	"encoding/json"
	"math"
)

// A Parameter is one parameter or argument: what may be set, and to what.
type Parameter struct {
	Name    string          `json:"name"`
	Type    string          `json:"type"`    // "number", "integer", "boolean", "string" or "list"; "" allows any value
	Default json.RawMessage `json:"default"` // JSON
	Help    string          `json:"help,omitempty"`
	Range   string          `json:"range,omitempty"` // an interval such as "(0,inf)"; "" allows any number
	Enum    []string        `json:"enum,omitempty"`  // the only values of a string
	When    string          `json:"when,omitempty"`  // "name=value" or "name=value,value": has a meaning only then
}

// Within reports whether the number v is in the range of p. What is no interval bounds
// nothing: that is the mistake of whoever declared it, not of who sets it.
func (p *Parameter) Within(v float64) bool {
	r, ok := ParseInterval(p.Range)
	return !ok || r.Contains(v)
}

// Admits reports whether p may be the number v.
func (p *Parameter) Admits(v float64) bool {
	return v-v == 0 && p.Within(v) && (p.Type != "integer" || v == math.Trunc(v))
}

// An Entry is one thing of a registry: what a suite can name.
type Entry struct {
	Name, Doc string
	Params    []Parameter // what its arguments may be
	Decoders  []Entry     // of a learner: its own, besides the shared ones
	// Accept, if not nil, has the last word on the arguments, a canonical JSON
	// object; without Params it has the only one.
	Accept func(args []byte) error
}
