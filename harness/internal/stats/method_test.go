package stats

import (
	"math"
	"testing"
)

func TestMethods(t *testing.T) {
	for _, test := range []struct {
		sets            int
		training, tests float64
		want            Method
	}{
		{1, math.NaN(), 0, FlippedSigns}, {2, 0, 0, NoMethod}, {3, 1, 0, NoMethod},
		{3, 0.5, 0, CorrectedMean}, {3, 0.4, 0, CrossedMean}, {3, 0.5, 0.1, CrossedMean},
		{3, math.NaN(), 0, NoMethod}, {3, 0.5, math.NaN(), NoMethod},
	} {
		if got := MethodOf(test.sets, test.training, test.tests); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
