package examine

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/param"
)

// The declaration of probabilities names values of a parameter.
func TestDeclaredProbabilities(t *testing.T) {
	for when, want := range map[string]string{"": "", "always": "", "kind=log": "", "kind=log,hinge": "",
		"kind=other": "has scores of probabilities", "other=log": "has scores of probabilities", "yes": "has scores of probabilities"} {
		d := wire.Description{Name: "a", Doc: "A.", Probabilities: when, Decoders: []wire.Decoder{{Name: "map"}},
			Parameters: []param.Parameter{{Name: "kind", Type: "string", Default: json.RawMessage(`"log"`),
				Enum: []string{"log", "hinge"}}}}
		_, err := (&examination{about: d}).declared("has scores of probabilities", d.Probabilities)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", when, err)
		}
	}
}
