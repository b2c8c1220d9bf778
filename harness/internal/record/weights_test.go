package record

import (
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

func TestWeights(t *testing.T) {
	s := create(t, t.TempDir())
	for _, w := range [][]float64{nil, {0, math.Copysign(0, -1), math.NaN(), math.Inf(1), 5e-324,
		math.Pi}} {
		sha := must(s.PutWeights(w))(t)
		again, err := s.PutWeights(w)
		if err != nil || again != sha {
			t.Errorf("stored again as %s, %v", again, err)
		}
		got, err := Weights(s.Dir(), sha)
		if err != nil || len(got) != len(w) {
			t.Fatalf("%d weights of %d: %v", len(got), len(w), err)
		}
		for i := range w {
			if math.Float64bits(got[i]) != math.Float64bits(w[i]) {
				t.Errorf("weight %d: %v became %v", i, w[i], got[i])
			}
		}
	}
	sha := must(s.PutWeights([]float64{1, 2}))(t)
	file := blob.File{Folder: blob.Weights, SHA: sha}.Path(s.Dir())
	for _, bad := range []string{"", "1234567", "1234567812345678"} {
		write(t, file, bad)
		if _, err := Weights(s.Dir(), sha); err == nil ||
			err.Error() != "record: weights: "+file+" is damaged: its content does not have the hash it is named by\n"+again {
			t.Errorf("content %q: %v", bad, err)
		}
	}
	must(s.PutWeights([]float64{1, 2}))(t)
	if w, err := Weights(s.Dir(), sha); err != nil || w[1] != 2 {
		t.Errorf("storing again does not repair: %v, %v", w, err)
	}
	for _, name := range []string{"", "../plan", strings.Repeat("0", 64)} {
		if _, err := Weights(s.Dir(), name); err == nil {
			t.Errorf("there are parameters called %q", name)
		}
	}
}
