package record

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestStatistics: ratios and counts are read one instance at a time, and survive JSON.
func TestStatistics(t *testing.T) {
	for _, test := range []struct {
		s    Statistics
		n    int
		last string
		text string
	}{
		{Statistics{Num: Numbers{1, 2}, Den: Numbers{3, 4}}, 2, "[2 4]", `{"num":[1,2],"den":[3,4]}`},
		{Statistics{Width: 3, Counts: Numbers{1, 2, 3, 4, 5, 6}}, 2, "[4 5 6]",
			`{"counts":[1,2,3,4,5,6],"width":3}`},
	} {
		if err := test.s.check(); err != nil {
			t.Error(err)
		}
		if n := test.s.N(); n != test.n || n > 0 && fmt.Sprint(test.s.Of(n-1)) != test.last {
			t.Errorf("%+v: %d instances", test.s, n)
		}
		text, err := json.Marshal(test.s)
		if err != nil || string(text) != test.text {
			t.Errorf("%s, %v; want %s", text, err, test.text)
		}
	}
	s := Statistics{Width: 2, Counts: Numbers{1, 2, 3, 4}}
	if sum := s.Sum(); fmt.Sprint(sum) != "[4 6]" {
		t.Errorf("sum %v", sum)
	}
	for want, s := range map[string]Statistics{
		"both ratios and counts":       {Num: Numbers{1}, Den: Numbers{1}, Width: 1, Counts: Numbers{1}},
		"3 counts, 2 for an instance":  {Width: 2, Counts: Numbers{1, 2, 3}},
		"1 counts, 0 for an instance":  {Counts: Numbers{1}},
		"0 counts, -1 for an instance": {Width: -1},
		"1 numerators, 0 denominators": {Num: Numbers{1}},
	} {
		if err := s.check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", s, err, want)
		}
	}
}
