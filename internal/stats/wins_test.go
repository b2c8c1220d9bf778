package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func TestCountWins(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		name   string
		splits []Sample
		want   Wins
	}{
		{"nothing", nil, Wins{Share: nan}},
		{"one split", []Sample{{Instances: []int{0, 1, 2, 3}, Values: []float64{-1, 0, 2, -0.5}}}, Wins{Wins: 2, Ties: 1, Losses: 1, Share: 2.5 / 4}},
		{"no value", []Sample{{Instances: []int{0, 1}, Values: []float64{-1, nan}}}, Wins{Wins: 1, Share: 1}},
		{"rounding is a tie", []Sample{{Instances: []int{0, 1}, Values: []float64{1e-17, -1}}}, Wins{Wins: 1, Ties: 1, Share: 0.75}},
		{"instances are averaged over splits", []Sample{{Instances: []int{0, 7}, Values: []float64{-1, 3}}, {Instances: []int{0, 2}, Values: []float64{0.5, 0}}},
			Wins{Wins: 1, Ties: 1, Losses: 1, Share: 0.5}},
	} {
		got := CountWins(test.splits, 0.95)
		got.Low, got.High = 0, 0
		if got != test.want && !(math.IsNaN(got.Share) && math.IsNaN(test.want.Share)) {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

// TestWinsInterval: of one split the bootstrap is multinomial, so that the interval is that of a normal
// for many instances.
func TestWinsInterval(t *testing.T) {
	s := Sample{}
	for i := range 900 { // 450 wins, 150 ties, 300 losses
		s.Instances = append(s.Instances, i)
		s.Values = append(s.Values, []float64{-1, -1, -1, 0, 1, 1}[i%6])
	}
	w := CountWins([]Sample{s}, 0.95)
	share := (450 + 75) / 900.0
	half := distuv.UnitNormal.Quantile(0.975) * math.Sqrt((0.5*1+0.25/6-share*share)/900)
	if math.Abs(w.Low-(share-half)) > 0.005 || math.Abs(w.High-(share+half)) > 0.005 {
		t.Errorf("got %.4f … %.4f, want %.4f ± %.4f", w.Low, w.High, share, half)
	}
}

// TestWinsOfSplits: in worlds in which either row wins with equal probability the interval covers one half, also
// where splits differ as much as words do. Of few splits there is none.
func TestWinsOfSplits(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: 800,000 bootstrap samples; not with -short")
	}
	const worlds, words = 200, 60
	for _, test := range []struct {
		splits int
		sd     float64 // of the splits, beside 1 of words and 1 of the rest
		least  float64
	}{{5, 0.1, 0.94}, {5, 1, 0.87}, {10, 0.5, 0.94}, {10, 1, 0.9}} {
		random := rand.New(rand.NewPCG(1, 2))
		covered := 0.0
		for range worlds {
			if w := CountWins(evenWorld(random, test.splits, words, test.sd), 0.95); w.Low <= 0.5 && 0.5 <= w.High {
				covered++
			}
		}
		t.Logf("%d splits, sd %.1f: covers %.3f", test.splits, test.sd, covered/worlds)
		if covered/worlds < test.least {
			t.Errorf("the interval of %d splits covers the share in %.3f of worlds, want %.2f", test.splits, covered/worlds, test.least)
		}
	}
	if w := CountWins(evenWorld(rand.New(rand.NewPCG(1, 2)), 4, words, 1), 0.95); !math.IsNaN(w.Low) || math.IsNaN(w.Share) {
		t.Errorf("four splits have an interval: %+v", w)
	}
}

func evenWorld(random *rand.Rand, splits, words int, sd float64) (all []Sample) {
	word := make([]float64, words)
	for i := range word {
		word[i] = random.NormFloat64()
	}
	for range splits {
		split, s := sd*random.NormFloat64(), Sample{}
		for i := range words {
			s.Instances, s.Values = append(s.Instances, i), append(s.Values, word[i]+split+random.NormFloat64())
		}
		all = append(all, s)
	}
	return all
}
