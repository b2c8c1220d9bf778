package data

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// fourBlobs are images of four labels.
const fourBlobs = `{"images":20,"rows":7,"columns":12,"labels":4,"noise":0.7,"contrast":true,"seed":3}`

// The box is the smallest rectangle around the object: its outermost rows and columns contain
// object, all outside is ground. An image of ground only has no box.
func TestBlobsHaveBoxes(t *testing.T) {
	d := load(t, "blobs", `{"images":30,"rows":9,"columns":13,"radius":6}`)
	boxed, without := 0, 0
	for i := range d.Instances {
		x := &d.Instances[i]
		if !slices.Contains(x.Gold, 1) {
			without++
			if slices.Contains(d.Outside[i], true) {
				t.Errorf("%s: there is no object, but something is outside its box", x.ID)
			}
			continue
		}
		rows, columns := make([]int, 9), make([]int, 13) // of the object
		for v, k := range x.Gold {
			rows[v/13] += int(k)
			columns[v%13] += int(k)
		}
		for v, out := range d.Outside[i] {
			inside := slices.ContainsFunc(rows[:v/13+1], positive) &&
				slices.ContainsFunc(rows[v/13:], positive) &&
				slices.ContainsFunc(columns[:v%13+1], positive) &&
				slices.ContainsFunc(columns[v%13:], positive)
			if out == inside {
				t.Fatalf("%s: variable %d is outside: %v", x.ID, v, out)
			}
			if out {
				boxed++
			}
		}
	}
	if boxed < 300 || without == 0 {
		t.Errorf("%d of %d variables are outside a box, %d images have none: boxes say too "+
			"little to be tested with", boxed, 30*9*13, without)
	}
	if d := load(t, "blobs", `{"images":3,"labels":3}`); d.Outside != nil {
		t.Error("images of three regions have boxes")
	}
}

func positive(n int) bool { return n > 0 }

func TestBlobsAreGrids(t *testing.T) {
	for _, args := range []string{`{"images":3}`, `{"images":3,"rows":1,"columns":5}`,
		`{"images":3,"rows":4,"columns":1,"labels":3,"contrast":true,"radius":0}`} {
		d := load(t, "blobs", args)
		x := &d.Instances[2]
		rows, columns := x.Shape[0], x.Shape[1]
		if rows*columns != x.N() || len(x.Edges) != rows*(columns-1)+(rows-1)*columns {
			t.Errorf("%s: %d edges on %d×%d", args, len(x.Edges), rows, columns)
		}
		seen := map[sp.Edge]bool{}
		for _, e := range x.Edges {
			u, v := int(e.U), int(e.V)
			beside := v == u+1 && u/columns == v/columns
			if seen[e] || !beside && v != u+columns {
				t.Errorf("%s: edge %v twice or not between neighbours", args, e)
			}
			seen[e] = true
		}
		for _, v := range x.Edge.Dense {
			if v < 0 || v > 1 {
				t.Errorf("%s: edge feature %v, want 0..1", args, v)
			}
		}
	}
}

// Neighbours resolve noisy pixels. The mean over a pixel and its neighbours, without learning, is
// at least 5 points better than the largest channel, the best rule for single pixels.
func TestBlobsReward(t *testing.T) {
	for _, args := range []string{"", fourBlobs} {
		d := load(t, "blobs", args)
		var alone, together, n float64
		count := make([]float64, d.K)
		for i := range d.Instances {
			x := &d.Instances[i]
			smooth := averaged(x)
			for v, gold := range x.Gold {
				n++
				count[gold]++
				if strongest(x.Node.DenseRow(v), d.K) != gold {
					alone++
				}
				if strongest(smooth[v], d.K) != gold {
					together++
				}
			}
		}
		t.Logf("%s: wrong alone %.1f %%, with neighbours %.1f %%", args, 100*alone/n,
			100*together/n)
		if alone/n-together/n < 0.05 {
			t.Errorf("%s: alone %.3f, with neighbours %.3f", args, alone/n, together/n)
		}
		for k, c := range count {
			if share := c / n * float64(d.K); share < 0.8 || share > 1.25 {
				t.Errorf("%s: label %d has %v of its share", args, k, share)
			}
		}
	}
}

// averaged returns the mean features of every pixel and its neighbours.
func averaged(x *sp.Instance) [][]float32 {
	means, size := make([][]float32, x.N()), make([]float32, x.N())
	join := func(d, from int) {
		size[d]++
		for j, v := range x.Node.DenseRow(from) {
			means[d][j] += v
		}
	}
	for d := range means {
		means[d] = make([]float32, x.Node.D)
		join(d, d)
	}
	for _, e := range x.Edges {
		join(int(e.U), int(e.V))
		join(int(e.V), int(e.U))
	}
	for d, row := range means {
		for j := range row {
			row[j] /= size[d]
		}
	}
	return means
}

// strongest returns the label of the largest channel; of two labels, the one with the nearer mean.
func strongest(row []float32, k int) int32 {
	if k == 2 {
		if row[0] > 0.5 {
			return 1
		}
		return 0
	}
	best := 0
	for j, v := range row[:k] {
		if v > row[best] {
			best = j
		}
	}
	return int32(best)
}

func TestBlobsArguments(t *testing.T) {
	refused(t, "blobs", map[string]string{
		`{"images":0}`:      `"images": 0 is outside`,
		`{"rows":0}`:        `"rows": 0 is outside`,
		`{"columns":1001}`:  `"columns": 1001 is outside [1,1000]`,
		`{"labels":1}`:      `"labels": 1 is outside`,
		`{"noise":-1}`:      `"noise": -1 is outside [0,16]`,
		`{"radius":21}`:     `"radius": 21 is outside [0,20]`,
		`{"contrast":"no"}`: `"contrast": want a boolean`,
		`{"colour":3}`:      `"colour"`,
	})
}

// On a 1×3 strip the frequencies of all labelings are those of the Potts field; on 2×2 those of a
// field with diagonal couplings.
func TestFieldIsPotts(t *testing.T) {
	for _, a := range []blobsArgs{
		{Rows: 1, Columns: 3, Labels: 2, Coupling: 0.8}, {Rows: 2, Columns: 2, Labels: 2, Coupling: 0.5, Diagonal: 0.7},
	} {
		n := a.Rows * a.Columns
		counts, r := make([]float64, 1<<n), rand.New(rand.NewPCG(7, 7))
		const draws = 4000
		for range draws {
			state := 0
			for v, k := range a.field(r) {
				state |= int(k) << v
			}
			counts[state]++
		}
		weights, z := make([]float64, 1<<n), 0.0
		for state := range weights {
			y := make([]int32, n)
			for v := range y {
				y[v] = int32(state >> v & 1)
			}
			score := 0.0
			for v := range y {
				var near, diagonal [16]uint8
				a.count(y, v, &near, &diagonal)
				score += (a.Coupling*float64(near[y[v]]) + a.Diagonal*float64(diagonal[y[v]])) / 2
			}
			weights[state] = math.Exp(score)
			z += weights[state]
		}
		chi := 0.0
		for state, w := range weights {
			want := draws * w / z
			chi += (counts[state] - want) * (counts[state] - want) / want
		}
		if limit := 45.0; chi > limit { // 99.99 % of chi² with 15 degrees of freedom: 44.3
			t.Errorf("%d×%d: chi² is %.1f over %d labelings", a.Rows, a.Columns, chi, len(weights))
		}
	}
}
