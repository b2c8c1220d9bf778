package record

import (
	"encoding/json"
	"testing"
)

// TestSeeds: seeds survive text and JSON. Equal seeds are one number, as in older lines.
func TestSeeds(t *testing.T) {
	for want, s := range map[string]Seeds{"7": Seed(7), "2/1/3": {Split: 2, Learner: 1, Tune: 3},
		"2/2/3": {2, 2, 3}, "0": {}} {
		var back, again Seeds
		text, err := json.Marshal(s)
		if err != nil || json.Unmarshal(text, &back) != nil || back != s {
			t.Errorf("%+v is %s as JSON, which is read as %+v (%v)", s, text, back, err)
		}
		if s.String() != want || again.UnmarshalText([]byte(want)) != nil || again != s {
			t.Errorf("%+v is %q, want %q, which is read as %+v", s, s, want, again)
		}
		if quoted := string(text) != want; quoted != (s != Seed(s.Learner)) {
			t.Errorf("%+v is %s as JSON", s, text)
		}
	}
	for _, wrong := range []string{`"1/2"`, `"1/2/x"`, `-1`, `"1/2/3/4"`, `1.5`, `""`, `{}`} {
		if err := json.Unmarshal([]byte(wrong), new(Seeds)); err == nil {
			t.Errorf("%s is read as seeds", wrong)
		}
	}
}
