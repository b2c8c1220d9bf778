package minfill

import "slices"

// A Bucket is one step of an elimination: a table over one variable and its rest. The variable is
// the fastest digit of the table. The rest are the variables that depend on it and are eliminated
// later. Maximising or summing over the variable leaves a message over the rest, one entry per row
// of K. The message goes to the parent, the bucket of the first variable of the rest. Buckets are
// numbered in the order of elimination.
type Bucket struct {
	Variable int32
	Rest     []int32 // numbers of buckets, ascending
	Start    int     // of the table among all tables
	Size     int     // of the table: K^(1+len(rest))
	Bonds    []Bond  // by digit
	Knots    []Knot

	Parent, Child, Sibling int32 // first child, next child of the parent; -1: none
	// Position of the message in the parent's table. Entries come in runs, contiguous in both. From
	// run to run, digits of the parent move the message by Stride. The strides of the message's own
	// digits in the parent's table are in Fixed, those of all other digits in Free.
	Run         int
	Stride      []int
	Fixed, Free []int
}

// A Bond is an edge between a bucket's variable and a digit of its rest.
type Bond struct {
	Digit int
	Edge  int32
	Flip  bool // the variable is the edge's V
}

// A Knot is a factor of three or four variables in the table of a bucket, that of its variable
// eliminated first.
type Knot struct {
	Factor int
	Own    int   // stride of the bucket's variable in the factor's table
	Stride []int // of each digit of the rest; 0: not in the factor
}

// lay fills the buckets.
func (q *Plan) lay(order []int32, rests [][]int32) {
	q.Buckets = make([]Bucket, q.N)
	q.Entries, q.Largest = 0, 0
	for i := range q.Buckets {
		b := &q.Buckets[i]
		*b = Bucket{Variable: order[i], Rest: rests[i], Start: q.Entries,
			Size: Power(q.K, len(rests[i])+1), Parent: -1, Child: -1, Sibling: -1}
		q.Entries += b.Size
		q.Largest = max(q.Largest, b.Size)
	}
	for e, uv := range q.Edges {
		i, j := q.Number[uv.U], q.Number[uv.V]
		b := &q.Buckets[min(i, j)]
		digit, _ := slices.BinarySearch(b.Rest, max(i, j))
		b.Bonds = append(b.Bonds, Bond{Digit: digit, Edge: int32(e), Flip: j < i})
	}
	crossing, back := make([]int, q.N), make([]int, q.N) // edges into the rest; edges from before
	q.Load = 0
	for i := range q.Buckets {
		b := &q.Buckets[i]
		slices.SortStableFunc(b.Bonds, func(a, c Bond) int { return a.Digit - c.Digit })
		for _, l := range b.Bonds {
			back[b.Rest[l.Digit]]++
		}
		q.Load = max(q.Load, crossing[i]+len(b.Bonds))
		if len(b.Rest) == 0 {
			continue
		}
		b.Parent = b.Rest[0]
		p := &q.Buckets[b.Parent]
		b.Sibling, p.Child = p.Child, int32(i)
		b.nest(p, q.K)
		crossing[b.Parent] += crossing[i] - back[i] + len(b.Bonds)
	}
}

// nest finds where the message of b lies in the table of its parent.
func (b *Bucket) nest(p *Bucket, k int) {
	b.Run = k // the parent's variable is the first digit of both
	b.Fixed = append(b.Fixed, 1)
	at, inner := 1, true
	place, own := k, k // strides of the digit in the parent's table and in the message
	for _, d := range p.Rest {
		in := at < len(b.Rest) && b.Rest[at] == d
		inner = inner && in
		move := 0
		if in {
			b.Fixed = append(b.Fixed, place)
			move = own
			own *= k
			at++
		} else {
			b.Free = append(b.Free, place)
		}
		if inner {
			b.Run *= k
		} else {
			b.Stride = append(b.Stride, move)
		}
		place *= k
	}
}

// tie gives each factor to its bucket.
func (q *Plan) tie() {
	for i := range q.Factors.N() {
		of, first := q.Factors.At(i), int32(q.N)
		for _, d := range of {
			first = min(first, q.Number[d])
		}
		b := &q.Buckets[first]
		l := Knot{Factor: i, Stride: make([]int, len(b.Rest))}
		for j, stride := len(of)-1, 1; j >= 0; j-- {
			if at, in := slices.BinarySearch(b.Rest, q.Number[of[j]]); in {
				l.Stride[at] = stride
			} else {
				l.Own = stride
			}
			stride *= q.K
		}
		b.Knots = append(b.Knots, l)
	}
}

// Join calls do for each run of the parent's table t, with that of the message of b.
func (b *Bucket) Join(t, message []float64, k int, do func(t, m []float64)) {
	var o Odometer
	for ; len(t) > 0; t = t[b.Run:] {
		do(t[:b.Run], message[o.At:][:b.Run])
		o.Advance(b.Stride, k)
	}
}

// Power returns k to the power of n.
func Power(k, n int) int {
	p := 1
	for range n {
		p *= k
	}
	return p
}

// An Odometer counts through digits 0..k-1, the first fastest, and keeps the
// sum of digit times stride.
type Odometer struct {
	digit [20]int32 // more than a table within TableLimit has
	At    int       // the sum
}

// Advance takes the next digits, with a stride for each.
func (o *Odometer) Advance(stride []int, k int) {
	for j, s := range stride {
		o.digit[j]++
		o.At += s
		if int(o.digit[j]) < k {
			return
		}
		o.digit[j] = 0
		o.At -= k * s
	}
}
