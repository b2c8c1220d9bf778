package learner_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Package param tests what is accepted. Here a mistake is one of the parameters.
func TestDecodeIsOfParameters(t *testing.T) {
	err := learner.Decode(&Perceptron{Passes: 1}, []byte(`{"pases":1}`))
	if !errors.Is(err, sp.ErrParams) || !strings.Contains(err.Error(), `did you mean "passes"`) {
		t.Error(err)
	}
}
