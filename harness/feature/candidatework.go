package feature

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A candidateWork has the hashes of the columns of an instance: of all labels, and of one
// variable. Its buffers are reused.
type candidateWork struct {
	c      *Candidates
	x      *sp.Instance
	none   int // the first label without columns: "none"; −1: there is none
	origin int // the label of the first partner

	labels []hashed // of each group of labels
	d      int
	terms  []term   // of variable d
	near   []uint64 // K: of direction and distance from variable d

	row []float64
	set []uint64
}

// A hashed has the hashes of the columns of all labels in one group.
type hashed struct {
	start []int32 // label k has hash[start[k]:start[k+1]]
	label []int32 // of each hash
	hash  []uint64
	value []float64 // nil: all 1
	one   bool      // each label has one column
}

// A term is a column of a variable in a pair of groups.
type term struct {
	hash  uint64
	value float64
	pair  *pair
}

// noneColumn stands for the column of a label without columns.
const noneColumn = math.MaxInt32

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
	k.c, k.x, k.none, k.origin = c, x, -1, 0
	for label := x.K - 1; label >= 0; label-- {
		if index, _ := k.labelRow(label); len(index) == 0 {
			k.none = label
		}
	}
	if k.none == 0 {
		k.origin = 1
	}
	k.labels = sp.Grow(k.labels, len(c.label))
	for g := range k.labels {
		k.hashLabels(&k.labels[g], c.label[g])
	}
	return k
}

// labelRow returns the columns and values of a label.
func (k *candidateWork) labelRow(label int) (index []int32, value []float32) {
	switch {
	case k.x.Label.D > 0:
		return k.x.Label.Row(label)
	case label == 0:
		return nil, nil
	}
	return k.x.Node.Row(label - 1)
}

// within returns the part of a row in a group.
func within(index []int32, value []float32, g group) ([]int32, []float32) {
	lo, _ := slices.BinarySearch(index, g.lo)
	hi, _ := slices.BinarySearch(index, g.hi)
	if value != nil {
		value = value[lo:hi]
	}
	return index[lo:hi], value
}

func (k *candidateWork) hashLabels(c *hashed, g group) {
	c.start, c.label, c.hash = append(c.start[:0], 0), c.label[:0], c.hash[:0]
	c.value, c.one = c.value[:0], true
	for label := range k.x.K {
		index, value := k.labelPart(label, g)
		if len(index) == 0 {
			c.hash, c.value = append(c.hash, mix(noneColumn)), append(c.value, 1)
		}
		for i, j := range index {
			v := 1.0
			if value != nil {
				v = float64(value[i])
			}
			c.hash, c.value = append(c.hash, mix(uint64(j-g.lo)+1)), append(c.value, v)
			c.one = c.one && v == 1
		}
		for len(c.label) < len(c.hash) {
			c.label = append(c.label, int32(label))
		}
		c.start = append(c.start, int32(len(c.hash)))
		c.one = c.one && len(c.hash) == label+1
	}
}

// labelPart returns the part of the row of a label in a group.
func (k *candidateWork) labelPart(label int, g group) ([]int32, []float32) {
	index, value := k.labelRow(label)
	return within(index, value, g)
}

// variable prepares the features of variable d.
func (k *candidateWork) variable(d int) {
	c := k.c
	k.d, k.terms = d, k.terms[:0]
	index, value := k.x.Node.Row(d)
	near := false
	for i := range c.pairs {
		p := &c.pairs[i]
		near = near || p.near
		g := c.node[p.node]
		index, value := within(index, value, g)
		for t, j := range index {
			v := 1.0
			if value != nil {
				v = float64(value[t])
			}
			k.terms = append(k.terms, term{mix(uint64(j-g.lo+1) + p.salt), v, p})
		}
	}
	if !near {
		return
	}
	k.near = sp.Grow(k.near, k.x.K)
	for label := range k.near {
		k.near[label] = mix(uint64(k.distance(label)) + 1)
	}
}

// distance returns the class of direction and distance of a label: 0 to 16, or 17 of "none".
func (k *candidateWork) distance(label int) int {
	if label == k.none {
		return distances
	}
	const half = distances / 2
	off := label - k.origin - k.d
	size := max(off, -off)
	switch {
	case size > 14:
		size = half
	case size > 4:
		size = [...]int{5, 5, 6, 6, 6, 7, 7, 7, 7, 7}[size-5]
	}
	if off < 0 {
		size = -size
	}
	return half + size
}

// A weighed is a weight and the value of its feature.
type weighed struct {
	at    int
	value float64
}

// others returns the features of the variable and a label that are no pairs of columns.
func (k *candidateWork) others(list []weighed, label int) []weighed {
	c := k.c
	if label == k.none {
		return append(list, weighed{c.bias, 1})
	}
	if c.distance {
		list = append(list, weighed{c.bias + 1 + k.distance(label), 1})
	}
	if c.position >= 0 {
		a, b := k.sides(&c.place, label)
		if len(a.index) > 0 && len(b.index) > 0 {
			off := math.Abs(a.at(0) - b.at(0))
			class := min(int(off*2*places), places-1)
			list = append(list, weighed{c.position + class, 1}, weighed{c.position + places, off})
		}
	}
	for i := range c.dot {
		a, b := k.sides(&c.dot[i], label)
		if v := a.dot(&b); v != 0 {
			list = append(list, weighed{c.dots + i, v})
		}
	}
	return list
}

// A side is the part of a row in a group; lo is the group's first column.
type side struct {
	index []int32
	value []float32
	lo    int32
}

func (k *candidateWork) sides(p *pair, label int) (a, b side) {
	g, h := k.c.node[p.node], k.c.label[p.label]
	a.lo, b.lo = g.lo, h.lo
	a.index, a.value = k.x.Node.Row(k.d)
	a.index, a.value = within(a.index, a.value, g)
	b.index, b.value = k.labelPart(label, h)
	return a, b
}

func (s *side) at(i int) float64 {
	if s.value == nil {
		return 1
	}
	return float64(s.value[i])
}

// dot returns the inner product.
func (s *side) dot(o *side) (sum float64) {
	for i, j := 0, 0; i < len(s.index) && j < len(o.index); {
		switch a, b := s.index[i]-s.lo, o.index[j]-o.lo; {
		case a < b:
			i++
		case a > b:
			j++
		default:
			sum += s.at(i) * o.at(j)
			i, j = i+1, j+1
		}
	}
	return sum
}

// ranges appends the marked coordinates.
func (k *candidateWork) ranges(ranges []int32, start int) []int32 {
	for i, word := range k.set {
		for ; word != 0; word &= word - 1 {
			at := 64*i + bits.TrailingZeros64(word)
			ranges = extend(ranges, start, at, at+1)
		}
	}
	return ranges
}
