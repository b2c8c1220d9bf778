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
	for when, good := range map[string]bool{"": true, "always": true, "kind=log": true,
		"kind=log,hinge": true, "kind=other": false, "other=log": false, "yes": false} {
		d := wire.Description{Name: "a", Doc: "A.", Probabilities: when,
			Decoders: []wire.Decoder{{Name: "map"}},
			Parameters: []param.Parameter{{Name: "kind", Type: "string", Default: json.RawMessage(`"log"`),
				Enum: []string{"log", "hinge"}}}}
		err := (&examination{about: d}).consistent()
		if (err == nil) != good || err != nil &&
			!strings.Contains(err.Error(), "has scores of probabilities") {
			t.Errorf("%q: %v", when, err)
		}
	}
}
