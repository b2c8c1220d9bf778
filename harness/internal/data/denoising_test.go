package data

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// 50 versions of each drawing, 10 of them in each fold; drawings differ, and have enough of both
// labels.
func TestDenoisingDrawings(t *testing.T) {
	d := load(t, "denoising", `{}`)
	gold, folds := map[string][]int32{}, map[string]int{}
	for i := range d.Instances {
		x := &d.Instances[i]
		name, _, _ := strings.Cut(x.ID, "-")
		if gold[name] == nil {
			gold[name] = x.Gold
		}
		if !slices.Equal(gold[name], x.Gold) || x.Shape != [2]int{64, 64} {
			t.Fatalf("%s is another drawing", x.ID)
		}
		folds[name+string(rune('0'+d.Fold[i]))]++
	}
	for key, n := range folds {
		if len(folds) != 20 || n != 10 {
			t.Errorf("%d versions of %s, want 10 in each of 5 folds", n, key)
		}
	}
	for name, y := range gold {
		ink := 0
		for _, k := range y {
			ink += int(k)
		}
		t.Logf("%s: %.1f %% ink", name, float64(ink)/40.96)
		if ink < 4096/8 || ink > 4096/2 {
			t.Errorf("%s: %d of 4096 pixels are ink", name, ink)
		}
	}
	if len(gold) != 4 || slices.Equal(gold["curves"], gold["outlines"]) {
		t.Errorf("%d drawings", len(gold))
	}
}

// Mean and standard deviation of the intensities of each label are those of its mixture.
func TestDenoisingNoise(t *testing.T) {
	mix := func(means, sds []float64) (mean, sd float64) {
		for i, m := range means {
			mean += m / float64(len(means))
			sd += (m*m + sds[i]*sds[i]) / float64(len(means))
		}
		return mean, math.Sqrt(sd - mean*mean)
	}
	for args, want := range map[string][2][2][]float64{
		`{"versions":10}`:                   {{{0}, {0.3}}, {{1}, {0.3}}},
		`{"versions":10,"sigma":0.7}`:       {{{0}, {0.7}}, {{1}, {0.7}}},
		`{"versions":10,"noise":"bimodal"}`: {{{0.08, 0.46}, {0.03, 0.03}}, {{0.55, 0.42}, {0.02, 0.10}}},
	} {
		d := load(t, "denoising", args)
		for k := range int32(2) {
			n, sum, squares := 0.0, 0.0, 0.0
			for i := range d.Instances {
				x := &d.Instances[i]
				for v, gold := range x.Gold {
					if one, seen := x.Node.Dense[2*v], float64(x.Node.Dense[2*v+1]); gold == k {
						n, sum, squares = n+float64(one), sum+seen, squares+seen*seen
					}
				}
			}
			mean, sd := mix(want[k][0], want[k][1])
			gotMean := sum / n
			gotSD := math.Sqrt(squares/n - gotMean*gotMean)
			if math.Abs(gotMean-mean) > 0.01 || math.Abs(gotSD-sd) > 0.01 {
				t.Errorf("%s: label %d has mean %.3f and sd %.3f, want %.3f and %.3f", args, k,
					gotMean, gotSD, mean, sd)
			}
		}
	}
}

// The mixtures of Kumar & Hebert have two modes each: half of label 0 is dark, and nothing of label
// 1.
func TestDenoisingIsBimodal(t *testing.T) {
	d := load(t, "denoising", `{"versions":5,"noise":"bimodal"}`)
	var dark, all [2]float64
	for i := range d.Instances {
		for v, k := range d.Instances[i].Gold {
			all[k]++
			if d.Instances[i].Node.Dense[2*v+1] < 0.08 {
				dark[k]++
			}
		}
	}
	if math.Abs(dark[0]/all[0]-0.25) > 0.01 || dark[1]/all[1] > 0.001 {
		t.Errorf("of label 0 %.3f, of label 1 %.4f lie below the lower mean", dark[0]/all[0],
			dark[1]/all[1])
	}
}

func TestDenoisingEdges(t *testing.T) {
	d := load(t, "denoising", `{"versions":5,"side":20}`)
	x := &d.Instances[3]
	if len(x.Edges) != 2*20*19 || d.NodeWidth != 2 || d.EdgeWidth != 2 {
		t.Fatalf("%d edges, widths %d and %d", len(x.Edges), d.NodeWidth, d.EdgeWidth)
	}
	for e, uv := range x.Edges {
		difference := math.Abs(float64(x.Node.Dense[2*uv.U+1]) - float64(x.Node.Dense[2*uv.V+1]))
		if x.Edge.Dense[2*e] != 1 || math.Abs(float64(x.Edge.Dense[2*e+1])-difference) > 1e-6 {
			t.Fatalf("edge %v has features %v, want 1 and %v", uv, x.Edge.DenseRow(e), difference)
		}
	}
}

func TestDenoisingArguments(t *testing.T) {
	refused(t, "denoising", map[string]string{
		`{"versions":4}`:                  `"versions": 4 is outside`,
		`{"side":8}`:                      `"side": 8 is outside`,
		`{"noise":"salt"}`:                `"salt"`,
		`{"noise":"bimodal","sigma":0.2}`: `"sigma" has a meaning only when noise=unimodal`,
	})
}
