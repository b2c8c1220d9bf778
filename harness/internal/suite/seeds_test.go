package suite

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestSeedsBySource: a purpose without seeds has the seed 1. A plan has the seeds as they are, and
// plain seeds as a list.
func TestSeedsBySource(t *testing.T) {
	one := []uint64{1}
	for text, want := range map[string]struct {
		seeds Seeds
		json  string
	}{
		"3": {Seeds{All: []uint64{1, 2, 3}}, `[1,2,3]`},
		"{split: 2, learner: [5, 3]}": {Seeds{Split: []uint64{1, 2}, Learner: []uint64{5, 3}, Tune: one},
			`{"split":[1,2],"learner":[5,3],"tune":[1]}`},
		"{tune: 2}": {Seeds{Split: one, Learner: one, Tune: []uint64{1, 2}},
			`{"split":[1],"learner":[1],"tune":[1,2]}`},
	} {
		s := mustParse(t, "datasets: [chains]\nlearners: [crf: {lambda: [1, 2]}]\ntune: {}\nseeds: "+text+"\n")
		got, err := json.Marshal(s.Seeds)
		if err != nil || string(got) != want.json {
			t.Errorf("%s is %s, %v; want %s", text, got, err, want.json)
		}
		s.Seeds.SplitPos, s.Seeds.TunePos = Pos{}, Pos{}
		var back Seeds
		if err := json.Unmarshal(got, &back); err != nil || !reflect.DeepEqual(back, want.seeds) ||
			!reflect.DeepEqual(s.Seeds, want.seeds) {
			t.Errorf("%s is %+v, and %+v after JSON (%v); want %+v", text, s.Seeds, back, err, want.seeds)
		}
	}
}
