package format

import (
	"testing"
)

// TestFunctionOfGold: no function may tell the gold label.
func TestFunctionOfGold(t *testing.T) {
	_, err := readArgs(t, written(t, "a.conll", chunks),
		map[string]any{"templates": "U0:%x[0,2,lower]"})
	wantError(t, "a function of gold", err, "column 2 has the gold labels")
}
