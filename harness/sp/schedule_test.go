package sp_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

func TestSchedule(t *testing.T) {
	for _, s := range []sp.Schedule{{}, {First: 0, Factor: 5}, {First: 1, Factor: 2},
		{First: 0.1, Factor: 1.5}} {
		if err := s.Check(); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	for _, s := range []sp.Schedule{{First: 1, Factor: 1}, {First: 1, Factor: 0},
		{First: -1, Factor: 2}, {First: math.NaN(), Factor: 2}, {First: math.Inf(1), Factor: 2},
		{First: 1, Factor: math.Inf(1)}} {
		if s.Check() == nil {
			t.Errorf("%v passes", s)
		}
	}
}
