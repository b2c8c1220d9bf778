package data

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

func TestChainsWordLengths(t *testing.T) {
	d := load(t, "chains", `{"words":2000}`)
	sum, count := 0, map[int]int{}
	for i := range d.Instances {
		n := d.Instances[i].N()
		sum, count[n] = sum+n, count[n]+1
	}
	if mean := float64(sum) / 2000; mean < 8 || mean > 9 || count[3] == 0 || count[14] == 0 ||
		len(count) != 12 {
		t.Errorf("lengths %v with mean %v, want 3..14 with mean 8.5", count, mean)
	}
}

// The best independent classifier must be at least 5 points of Hamming error
// worse than the best chain model: both are computed from the true model.
func TestChainsReward(t *testing.T) {
	d := load(t, "chains", "")
	h := newHandwriting(chainsArgs{Words: 800, Noise: 0.1, Shift: 1, Pixels: [2]int{16, 8}, Seed: 1})
	alone, together := h.bayesErrors(d.Instances)
	t.Logf("Bayes error: independent %.2f %%, chain %.2f %%", 100*alone, 100*together)
	if alone-together < 0.05 {
		t.Errorf("independent %.2f %%, chain %.2f %%: less than 5 points apart", 100*alone,
			100*together)
	}
}

// bayesErrors returns the letter error of the argmax of P(y_t|x_t) and of P(y_t|x) under the true
// model.
func (h *handwriting) bayesErrors(list []sp.Instance) (alone, together float64) {
	prior := h.stationary()
	n := 0.0
	for i := range list {
		x := &list[i]
		emit := make([][letters]float64, x.N())
		for t := range emit {
			emit[t] = h.likelihood(x, t)
		}
		post := h.smooth(emit)
		for t, gold := range x.Gold {
			one := emit[t]
			for k := range one {
				one[k] *= prior[k]
			}
			n++
			if argmax(one) != gold {
				alone++
			}
			if argmax(post[t]) != gold {
				together++
			}
		}
	}
	return alone / n, together / n
}

func argmax(v [letters]float64) int32 {
	best := 0
	for k := range v {
		if v[k] > v[best] {
			best = k
		}
	}
	return int32(best)
}

func normalise(v *[letters]float64) {
	s := 0.0
	for _, a := range v {
		s += a
	}
	for k := range v {
		v[k] /= s
	}
}

// stationary returns the long-run frequencies of letters.
func (h *handwriting) stationary() [letters]float64 {
	var p [letters]float64
	for k := range p {
		p[k] = 1. / letters
	}
	for range 200 {
		var q [letters]float64
		for k, row := range h.next {
			total := 0.0
			for _, w := range row {
				total += float64(w)
			}
			for l, w := range row {
				q[l] += p[k] * float64(w) / total
			}
		}
		p = q
	}
	return p
}

// likelihood returns P(pixels | letter) up to a factor: a mean over shifts of a
// product over pixels.
func (h *handwriting) likelihood(x *sp.Instance, t int) (like [letters]float64) {
	rows, cols, s := h.Pixels[0], h.Pixels[1], h.Shift
	ink := make([]bool, rows*cols)
	index, _ := x.Node.Row(t)
	for _, j := range index[:len(index)-1] {
		ink[j] = true
	}
	for k := range like {
		for dy := -s; dy <= s; dy++ {
			for dx := -s; dx <= s; dx++ {
				flips := 0
				for j, v := range ink {
					if h.ink(k, j/cols-dy, j%cols-dx) != v {
						flips++
					}
				}
				like[k] += math.Pow(h.Noise/(1-h.Noise), float64(flips))
			}
		}
	}
	normalise(&like)
	return like
}

// smooth returns the posterior marginals by the forward-backward recursion.
func (h *handwriting) smooth(emit [][letters]float64) [][letters]float64 {
	n := len(emit)
	post, back := make([][letters]float64, n), make([][letters]float64, n)
	var trans [letters][letters]float64
	for k, row := range h.next {
		for l, w := range row {
			trans[k][l] = float64(w)
		}
		normalise(&trans[k])
	}
	for t := range n {
		for l := range letters {
			if t == 0 {
				post[0][l] = float64(h.first[l]) * emit[0][l]
				continue
			}
			for k := range letters {
				post[t][l] += post[t-1][k] * trans[k][l] * emit[t][l]
			}
		}
		normalise(&post[t])
	}
	for t := n - 1; t >= 0; t-- {
		for k := range letters {
			if t == n-1 {
				back[t][k] = 1
				continue
			}
			for l := range letters {
				back[t][k] += trans[k][l] * emit[t+1][l] * back[t+1][l]
			}
		}
		normalise(&back[t])
		for k := range letters {
			post[t][k] *= back[t][k]
		}
	}
	return post
}

func TestChainsArguments(t *testing.T) {
	refused(t, "chains", map[string]string{
		`{"words":0}`:        `"words": 0 is outside`,
		`{"noise":0.6}`:      `"noise": 0.6 is outside`,
		`{"shift":-1}`:       `"shift": -1 is outside`,
		`{"pixels":[16,99]}`: "pixels is [16,99]",
		`{"word":3}`:         `"word"`,
		`{"words":"x"}`:      `want an integer, got "x"`,
		`{} {}`:              "something follows",
	})
}
