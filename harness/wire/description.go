package wire

import "encoding/json"

// A Description says what a learner is, which parameters it has and which
// outputs it can predict.
type Description struct {
	Name       string      `json:"name"`
	Doc        string      `json:"doc"`              // one sentence
	Source     string      `json:"source,omitempty"` // the publication
	Parameters []Parameter `json:"parameters"`
	Outputs    []Output    `json:"outputs"`
}

// A Parameter is one hyper-parameter of a learner.
type Parameter struct {
	Name    string          `json:"name"`
	Type    string          `json:"type"`    // number, integer, boolean or string
	Default json.RawMessage `json:"default"` // JSON
	Help    string          `json:"help,omitempty"`
	Range   string          `json:"range,omitempty"` // an interval such as "(0,inf)"; empty: any
	Enum    []string        `json:"enum,omitempty"`  // the only values of a string
	When    string          `json:"when,omitempty"`  // "name=value": has a meaning only then
}

// An Output is a kind of prediction, such as "map".
type Output struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}
