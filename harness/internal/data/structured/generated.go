package structured

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

// unit is the standard deviation of bell, and the value 1 of a generated feature.
const unit = 1 << 16

// bell draws a number of mean 0 and standard deviation unit: the sum of twelve uniform ones.
func bell(r *rand.Rand) (sum int64) {
	for range 12 {
		sum += int64(r.Uint64N(unit))
	}
	return sum - 6*unit
}

// Digits are images of digits, all of one shape, with their digits.
type Digits struct {
	Rows, Columns int
	Pixels        []byte // images·Rows·Columns, 0 to 255
	Labels        []byte
}

// Rows are the arguments of rows of digits.
type Rows struct {
	Train int     `json:"train" range:"[1,100000]" help:"rows of training images: fold 0"`
	Test  int     `json:"test" range:"[1,100000]" help:"rows of test images: fold 1"`
	Flip  float64 `json:"flip" range:"[0,0.5]" help:"probability that a pixel of 14x14 is flipped"`
	Seed  uint64  `json:"seed" help:"of digits and flips"`
}

// Of returns rows of the digits of both folds: ten images of the ten digits in random order, an
// assignment. A pixel is 1 from half of the brightness on, averaged over two by two pixels, and
// flipped with a probability. Features are the pixels with value 1 and a constant. An image is in a
// second row only after all images of its digit.
func (a Rows) Of(from [2]Digits) (*Set, error) {
	s := &Set{Labels: make([]string, 10)}
	structure := &sp.Structure{Kind: sp.Assignment, None: sp.Unknown}
	for fold, d := range from {
		var of [10][]int
		for i, k := range d.Labels {
			if k > 9 {
				return nil, fmt.Errorf("label %d of image %d, want a digit", k, i)
			}
			of[k] = append(of[k], i)
			s.Labels[k] = strconv.Itoa(int(k))
		}
		for k, images := range of {
			rand.New(rand.NewPCG(a.Seed, uint64(fold)<<32|uint64(k+1)<<48)).Shuffle(len(images),
				func(i, j int) { images[i], images[j] = images[j], images[i] })
		}
		for i := range [2]int{a.Train, a.Test}[fold] {
			r := rand.New(rand.NewPCG(a.Seed, uint64(fold)<<32|uint64(i)))
			columns := d.Rows/2*(d.Columns/2) + 1
			x := sp.Instance{ID: [2]string{"train-", "test-"}[fold] + strconv.Itoa(i), Weight: 1, K: 10,
				Structure: structure, Node: sp.Rows{N: 10, D: columns, Start: []int32{0}}}
			for _, k := range r.Perm(10) {
				if len(of[k]) == 0 {
					return nil, fmt.Errorf("no image of digit %d", k)
				}
				d.noisy(&x.Node, of[k][i%len(of[k])], uint64(a.Flip*(1<<32)), r)
				x.Gold = append(x.Gold, int32(k))
			}
			s.add(x, fold)
		}
	}
	return s, nil
}

// noisy appends the row of an image.
func (d *Digits) noisy(rows *sp.Rows, image int, flip uint64, r *rand.Rand) {
	pixels, j := d.Pixels[image*d.Rows*d.Columns:], int32(0)
	for y := 0; y+1 < d.Rows; y += 2 {
		for x := 0; x+1 < d.Columns; x, j = x+2, j+1 {
			at := y*d.Columns + x
			sum := int(pixels[at]) + int(pixels[at+1]) + int(pixels[at+d.Columns]) +
				int(pixels[at+d.Columns+1])
			if (sum >= 4*128) != (r.Uint64()>>32 < flip) {
				rows.Index = append(rows.Index, j)
			}
		}
	}
	rows.Index = append(rows.Index, j)
	rows.Start = append(rows.Start, int32(len(rows.Index)))
}

// A Scored are the arguments of instances whose gold labeling has the largest sum of scores:
// linear in the features, with hidden whole-numbered weights, plus noise. With a degree the scores
// are negative costs, see Scored.costs.
type Scored struct {
	Instances int     `json:"instances" range:"[1,1000000]" help:"number of instances"`
	Features  int     `json:"width" range:"[1,1000]" help:"features of a variable, and a constant"`
	Noise     float64 `json:"noise" range:"[0,100]" help:"deviations, or half the width of factors"`
	Degree    int     `json:"degree" range:"[0,16]" help:"of polynomial costs; 0: linear scores"`
	Seed      uint64  `json:"seed" help:"of features, hidden weights and noise"`
}

// variables draws the features of n variables, with a constant, and their scores in integers.
func (a Scored) variables(i, n int) (rows sp.Rows, scores []int64) {
	hidden := rand.New(rand.NewPCG(a.Seed, 0))
	weights, square := make([]int64, a.Features), int64(0)
	for j := range weights {
		weights[j] = hidden.Int64N(17) - 8
		square += weights[j] * weights[j]
	}
	root := int64(math.Sqrt(float64(square))) // the standard deviation of the scores
	r := rand.New(rand.NewPCG(a.Seed, uint64(i)+1))
	rows = sp.Rows{N: n, D: a.Features + 1}
	for range n {
		score := int64(a.Noise*1024) * root * bell(r) / 1024
		for _, w := range weights {
			v := bell(r)
			score += w * v
			rows.Dense = append(rows.Dense, float32(v>>4)/(unit>>4))
		}
		rows.Dense = append(rows.Dense, 1)
		scores = append(scores, score)
	}
	return rows, scores
}

// costs draws normal features x of an instance. Each of n variables has them, and a constant, in
// columns of its own. Its score is its negative cost (Elmachtoub & Grigas 2022, section 6.1), in
// steps of 1/unit:
//
//	c_d = ((⟨b_d,x⟩/√p + 3)^degree + 1)/3.5^degree·ε_d
//
// with b_d of fair bits, hidden, and ε_d uniform in 1 ± noise. PyEPO divides by 3.5^degree too.
func (a Scored) costs(i, n int) (rows sp.Rows, scores []int64) {
	hidden := rand.New(rand.NewPCG(a.Seed, 0))
	r := rand.New(rand.NewPCG(a.Seed, uint64(i)+1))
	x := make([]int64, a.Features)
	for j := range x {
		x[j] = bell(r) >> 4
	}
	rows = sp.Rows{N: n, D: n * (a.Features + 1), Start: []int32{0}}
	add := func(v float32) {
		rows.Index = append(rows.Index, int32(len(rows.Index)))
		rows.Value = append(rows.Value, v)
	}
	for range n {
		sum := int64(0)
		for _, v := range x {
			sum += v * int64(hidden.Uint64N(2))
			add(float32(v) / (unit >> 4))
		}
		add(1)
		rows.Start = append(rows.Start, int32(len(rows.Index)))
		base := (float64(sum)/(unit>>4)/math.Sqrt(float64(a.Features)) + 3) / 3.5
		power, one := 1., 1.
		for range a.Degree {
			power *= base
			one /= 3.5
		}
		wide := float64(a.Noise * (float64(r.Uint64N(2*unit+1)) - unit))
		scores = append(scores, -int64(math.Round((power+one)*(unit+wide))))
	}
	return rows, scores
}

// set returns instances of n variables with a structure of two labels. Their gold labelings have
// the largest sums of scores.
func (a Scored) set(name string, g *sp.Structure, n int, labels ...string) *Set {
	s := &Set{Labels: labels}
	for i := range a.Instances {
		x := sp.Instance{ID: name + strconv.Itoa(i), Weight: 1, K: 2, Structure: g,
			Gold: make([]int32, n)}
		draw := a.variables
		if a.Degree > 0 {
			draw, x.Costs = a.costs, make([]float64, 2*n)
		}
		var scores []int64
		x.Node, scores = draw(i, n)
		p := &sp.Potentials{K: 2, Node: make([]float64, 2*n), Structure: g}
		for d, v := range scores {
			p.Node[2*d+1] = float64(v) // exact, and so are their sums
			if x.Costs != nil {
				x.Costs[2*d+1] = float64(-v) / unit
			}
		}
		if _, err := structure.New(g.Kind).MAP(x.Gold, p); err != nil {
			panic(err) // there are always labelings
		}
		s.add(x, i%10)
	}
	return s
}

// A Grid are the arguments of paths.
type Grid struct {
	Scored
	Rows    int `json:"rows" range:"[2,100]" help:"rows of nodes"`
	Columns int `json:"columns" range:"[2,100]" help:"columns of nodes"`
}

// Paths returns paths through grids, by steps to the right and down: each arc is a variable, with
// label 1 on the path.
func (a Grid) Paths() *Set {
	arcs := sp.GridEdges(a.Rows, a.Columns)
	return a.set("path-", &sp.Structure{Kind: sp.Path, Sink: int32(a.Rows*a.Columns - 1),
		Arcs: arcs}, len(arcs), "off", "path")
}

// A Choice are the arguments of subsets.
type Choice struct {
	Scored
	Items  int `json:"items" range:"[1,10000]" help:"variables"`
	Choose int `json:"choose" range:"[0,10000]" help:"those with label 1"`
}

// Subsets returns sets of items. Those with the largest scores have label 1.
func (a Choice) Subsets() (*Set, error) {
	if a.Choose > a.Items {
		return nil, fmt.Errorf("choose %d of %d items", a.Choose, a.Items)
	}
	return a.set("set-", &sp.Structure{Kind: sp.Cardinality, Least: int32(a.Choose),
		Most: int32(a.Choose)}, a.Items, "left", "chosen"), nil
}
