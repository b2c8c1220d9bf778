package feature

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A candidateWork has the hashes of the columns of an instance: of all labels, and of one
// variable. Its buffers are reused.
type candidateWork struct {
	c      *Candidates
	x      *sp.Instance
	rows   *sp.Rows // of labels, from label first on
	first  int
	none   int // the first label without columns: "none"; K: there is none
	origin int // the label of the first partner

	labels []hashed // of each group of labels
	d      int
	terms  []term   // of variable d
	near   []uint64 // K: of direction and distance from variable d
	far    []uint64 // K: all 0

	row []float64
	set []uint64
}

// A hashed has the hashes of the columns of all labels in one group.
type hashed struct {
	start []int32 // label k has hash[start[k]:start[k+1]]
	label []int32 // of each hash
	hash  []uint64
	value []float64
	one   bool // each label has one column, of value 1
}

// A term is a column of a variable in a pair of groups.
type term struct {
	hash  uint64
	value float64
	of    *hashed
	near  []uint64 // K
}

// A part is a row within a group; lo is the group's first column.
type part struct {
	index []int32
	value []float32 // nil: all 1
	lo    int32
}

func (p *part) at(i int) float64 {
	if p.value == nil {
		return 1
	}
	return float64(p.value[i])
}

// partOf returns the part of row i in a group. Before the first row it is empty.
func partOf(rows *sp.Rows, i int, g group) (p part) {
	if i < 0 {
		return p
	}
	p.index, p.value = rows.Row(i)
	lo, _ := slices.BinarySearch(p.index, g.lo)
	hi, _ := slices.BinarySearch(p.index, g.hi)
	if p.index, p.lo = p.index[lo:hi], g.lo; p.value != nil {
		p.value = p.value[lo:hi]
	}
	return p
}

// mix is the finaliser of SplitMix64 (Steele, Lea & Flood, OOPSLA 2014): every bit of v changes
// half of the bits.
func mix(v uint64) uint64 {
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// at returns the weight of a pair of columns by their hashes.
func (c *Candidates) at(a, b uint64) uint64 { return ((a ^ b) * 0x9e3779b97f4a7c15) >> c.shift }

// begin returns work for x; n is the length of a vector of weights.
func (c *Candidates) begin(n int, x *sp.Instance) *candidateWork {
	if n != c.dim {
		panic(fmt.Sprintf("feature: a vector of %d weights, the feature map has %d", n, c.dim))
	}
	if err := c.Fits(x); err != nil {
		panic(err.Error())
	}
	k := c.pool.Get().(*candidateWork)
	k.c, k.x, k.rows, k.first, k.none, k.origin = c, x, &x.Label, 0, 0, 0
	if x.Label.D == 0 {
		k.rows, k.first = &x.Node, 1
	}
	every := group{hi: math.MaxInt32}
	for k.none < x.K && len(partOf(k.rows, k.none-k.first, every).index) > 0 {
		k.none++
	}
	if k.none == 0 {
		k.origin = 1
	}
	k.labels = sp.Grow(k.labels, len(c.label))
	k.near, k.far = sp.Grow(k.near, x.K), sp.Grow(k.far, x.K)
	clear(k.far)
	for g := range k.labels {
		k.hashLabels(&k.labels[g], c.label[g])
	}
	return k
}

// noColumn is the row of a label without columns in a group.
var noColumn = part{index: []int32{math.MaxInt32 - 1}}

func (k *candidateWork) hashLabels(c *hashed, g group) {
	c.start, c.label, c.hash = append(c.start[:0], 0), c.label[:0], c.hash[:0]
	c.value, c.one = c.value[:0], true
	for label := range k.x.K {
		p := partOf(k.rows, label-k.first, g)
		if len(p.index) == 0 {
			p = noColumn
		}
		for i, j := range p.index {
			v := p.at(i)
			c.label, c.value = append(c.label, int32(label)), append(c.value, v)
			c.hash = append(c.hash, mix(uint64(j-p.lo)+1))
			c.one = c.one && i == 0 && v == 1
		}
		c.start = append(c.start, int32(len(c.hash)))
	}
}

// variable prepares the features of variable d.
func (k *candidateWork) variable(d int) {
	k.d, k.terms = d, k.terms[:0]
	for label := range k.near {
		k.near[label] = mix(uint64(k.distance(label)) + 1)
	}
	for i := range k.c.pairs {
		p, near := &k.c.pairs[i], k.far
		if p.near {
			near = k.near
		}
		row := partOf(&k.x.Node, d, k.c.node[p.node])
		for t, j := range row.index {
			k.terms = append(k.terms, term{mix(uint64(j-row.lo+1) + p.salt), row.at(t),
				&k.labels[p.label], near})
		}
	}
}

// distance returns the class of direction and distance of a label: 0 to 16, or 17 of "none".
func (k *candidateWork) distance(label int) int {
	if label == k.none {
		return distances
	}
	const half = distances / 2
	off := label - k.origin - k.d
	size := [...]int{0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 7, half}[min(max(off, -off), 15)]
	if off < 0 {
		size = -size
	}
	return half + size
}

// others calls do with the weights and values of the features besides pairs of columns.
func (k *candidateWork) others(label int, do func(at int, value float64)) {
	c := k.c
	if label == k.none {
		do(c.bias, 1)
		return
	}
	if c.distance {
		do(c.bias+1+k.distance(label), 1)
	}
	if c.position >= 0 {
		a, b := k.sides(c.place, label)
		if len(a.index) > 0 && len(b.index) > 0 {
			off := math.Abs(a.at(0) - b.at(0))
			do(c.position+min(int(off*2*places), places-1), 1)
			do(c.position+places, off)
		}
	}
	for i, p := range c.dot {
		a, b := k.sides(p, label)
		if v := a.dot(&b); v != 0 {
			do(c.dots+i, v)
		}
	}
}

// each calls do with all weights and values.
func (k *candidateWork) each(label int, do func(at int, value float64)) {
	for i := range k.terms {
		t := &k.terms[i]
		for j := t.of.start[label]; j < t.of.start[label+1]; j++ {
			do(int(k.c.at(t.hash, t.of.hash[j]+t.near[label])), t.value*t.of.value[j])
		}
	}
	k.others(label, do)
}

func (k *candidateWork) sides(p pair, label int) (a, b part) {
	return partOf(&k.x.Node, k.d, k.c.node[p.node]),
		partOf(k.rows, label-k.first, k.c.label[p.label])
}

// dot returns the inner product.
func (p *part) dot(o *part) (sum float64) {
	for i, j := 0, 0; i < len(p.index) && j < len(o.index); {
		switch a, b := p.index[i]-p.lo, o.index[j]-o.lo; {
		case a < b:
			i++
		case a > b:
			j++
		default:
			sum += p.at(i) * o.at(j)
			i, j = i+1, j+1
		}
	}
	return sum
}
