package study

import (
	"math"
	"testing"
)

func TestAmount(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.00001: "0", 0.0059: "0.0059", 0.126: "0.126",
		2.5: "2.50", 9.996: "10.0", 142: "142", 9994: "9994", 9996: "10.0k",
		17400: "17.4k", 129e3: "129k", 999.6e3: "1.00M", 2e9: "2.00G", math.Inf(1): "—",
		math.NaN(): "—"} {
		if got := formatEffort(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
