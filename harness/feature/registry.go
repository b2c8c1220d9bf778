package feature

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// New returns the feature map called name for the given sizes. args is a JSON
// object of its options (nil: none); unknown ones are an error.
func New(name string, args []byte, d Dims) (sp.FeatureMap, error) {
	if name != "linear" {
		return nil, fmt.Errorf("feature: no feature map is called %q; there is %s", name, strings.Join(Names(), ", "))
	}
	var o Options
	if len(args) > 0 {
		dec := json.NewDecoder(bytes.NewReader(args))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&o); err != nil {
			return nil, fmt.Errorf("feature: linear: %w", err)
		}
	}
	return NewLinear(o, d)
}

// Names returns the names that New knows.
func Names() []string { return []string{"linear"} }
