package bench

import "testing"

// A dataset without arguments has no defaults, and no parameter that a suite may set.
func TestDefaults(t *testing.T) {
	if params := defaults(""); params == nil || len(params) != 0 {
		t.Errorf("parameters of nothing: %v", params)
	}
	params := defaults(`{"words": 900, "noise": true}`)
	if len(params) != 2 || params[0].Name != "noise" || params[0].Type != "boolean" || params[1].Type != "number" {
		t.Errorf("parameters %+v", params)
	}
}
