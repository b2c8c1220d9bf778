package loss

import (
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

var losses = []struct {
	name string
	loss sp.Loss
}{
	{"hamming", Hamming{Mean: true}},
	{"hamming-count", Hamming{}},
	{"weighted-hamming", WeightedHamming{}},
	{"zero-one", ZeroOne{}},
}

// New returns the loss called name. None takes arguments so far: args must be
// empty or an empty JSON object.
func New(name string, args []byte) (sp.Loss, error) {
	for _, l := range losses {
		if l.name != name {
			continue
		}
		if s := strings.TrimSpace(string(args)); s != "" && s != "{}" && s != "null" {
			return nil, fmt.Errorf("loss: %s takes no arguments, got %s", name, s)
		}
		return l.loss, nil
	}
	return nil, fmt.Errorf("loss: no loss is called %q; there are %s", name, strings.Join(Names(), ", "))
}

// Names returns the names that New knows.
func Names() []string {
	var names []string
	for _, l := range losses {
		names = append(names, l.name)
	}
	return names
}
