package suite

import (
	"encoding/json"
	"testing"
)

// TestTuningAsJSON: the JSON is part of the keys of fits. That of a share of the training set is as
// it was before there were other ways.
func TestTuningAsJSON(t *testing.T) {
	for text, want := range map[string]string{
		"{}": `{"fraction":0.2}`, "{fraction: 0.25, extend: 1, over: [lambda]}": `{"fraction":0.25,"extend":1}`,
		"{folds: 5}": `{"folds":5}`, "{on: dev, refit: true, extend: 2}": `{"on":"dev","refit":true,"extend":2}`,
		"{folds: 2, choose: once}": `{"folds":2,"choose":"once"}`,
	} {
		s := mustParse(t, "datasets: [chains]\nlearners: [crf: {lambda: [1, 2]}]\ntune: "+text+"\n")
		if got, err := json.Marshal(s.Tune); err != nil || string(got) != want {
			t.Errorf("%s is %s, %v; want %s", text, got, err, want)
		}
	}
}
