package run_test

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/run"
)

// TestOneLabelEverywhere: a decoder with one label for all variables of the test set gets a
// warning, unlike an equally good decoder with several labels.
func TestOneLabelEverywhere(t *testing.T) {
	t.Parallel()
	fits := runSuite(t, `
suite: constant
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
learners: [${plain}: {as: constant}]
decoders: [map, locpmap: {draws: 3, as: random}]
`, run.Options{})
	want := `one label by decoder map: it predicts label "a" for every variable, but the test set has several`
	if said := slices.DeleteFunc(slices.Clone(fits[0].Warnings), func(w string) bool { return !ofConstant(w) }); !slices.Equal(
		said, []string{want},
	) {
		t.Errorf("warnings %q", fits[0].Warnings)
	}
}

func ofConstant(warning string) bool { return len(warning) > 10 && warning[:10] == "one label " }
