package superpixel

import "container/heap"

// connect splits labels into their 4-connected parts. Then it joins the smallest part to the
// neighbour of the most similar mean colour, again and again, while the smallest has less than a
// quarter of the mean size or there are more than 3/2 wanted, but not below wanted/2. O(pixels ·
// log pixels).
func connect(m *Image, label []int32, wanted int) *Division {
	j := newJoining(m, label)
	small := float64(len(label)) / float64(wanted) / 4
	for j.count > (wanted+1)/2 && (j.queue[0].size < small || j.count > wanted*3/2) {
		j.join()
	}
	d := &Division{Width: m.Width, Height: m.Height, Of: j.of}
	number := make([]int32, len(j.parts))
	for p, k := range d.Of {
		root := j.root(k)
		if number[root] == 0 {
			d.N++
			number[root] = int32(d.N)
		}
		d.Of[p] = number[root] - 1
	}
	return d
}

// A part is a connected set of pixels, possibly joined to a different part.
type part struct {
	into       int32 // itself, or the part it was joined to
	size       float64
	colour     [3]float64 // sums
	neighbours []int32    // with repeats; may have been joined since
}

// A joining is a set of disjoint parts. Its queue has every remaining part, the smallest first.
type joining struct {
	of    []int32 // part of each pixel
	parts []part
	count int // remaining parts
	queue sizes
}

// newJoining finds the connected parts of equal label.
func newJoining(m *Image, label []int32) *joining {
	w, n := m.Width, len(label)
	j := &joining{of: make([]int32, n)}
	for p := range j.of {
		j.of[p] = -1
	}
	var stack []int
	for first := range n {
		if j.of[first] >= 0 {
			continue
		}
		id := int32(len(j.parts))
		c := part{into: id}
		j.of[first] = id
		for stack = append(stack[:0], first); len(stack) > 0; {
			p := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			c.size++
			for i := range c.colour {
				c.colour[i] += float64(m.Lab[3*p+i])
			}
			for _, q := range [4]int{p - w, p - 1, p + 1, p + w} {
				if q < 0 || q >= n || q == p-1 && p%w == 0 || q == p+1 && q%w == 0 {
					continue
				}
				if j.of[q] < 0 && label[q] == label[first] {
					j.of[q] = id
					stack = append(stack, q)
				}
			}
		}
		j.parts = append(j.parts, c)
	}
	j.meet(w)
	j.count = len(j.parts)
	for id := range j.parts {
		j.queue = append(j.queue, sized{j.parts[id].size, int32(id)})
	}
	heap.Init(&j.queue)
	return j
}

// meet makes neighbours of the parts on both sides of each border.
func (j *joining) meet(width int) {
	touch := func(u, v int32) {
		if u != v {
			j.parts[u].neighbours = append(j.parts[u].neighbours, v)
			j.parts[v].neighbours = append(j.parts[v].neighbours, u)
		}
	}
	for p, k := range j.of {
		if (p+1)%width != 0 {
			touch(k, j.of[p+1])
		}
		if p+width < len(j.of) {
			touch(k, j.of[p+width])
		}
	}
}

// root returns the part that contains k now.
func (j *joining) root(k int32) int32 {
	for j.parts[k].into != k {
		j.parts[k].into = j.parts[j.parts[k].into].into // halve the path
		k = j.parts[k].into
	}
	return k
}

// join joins the smallest part to its most similar neighbour.
func (j *joining) join() {
	id := heap.Pop(&j.queue).(sized).id
	small := &j.parts[id]
	best, at := 0.0, int32(-1)
	for _, k := range small.neighbours {
		if k = j.root(k); k == id {
			continue
		}
		d := 0.0
		for i, sum := range small.colour {
			v := sum/small.size - j.parts[k].colour[i]/j.parts[k].size
			d += v * v
		}
		if at < 0 || d < best || d == best && k < at {
			best, at = d, k
		}
	}
	large := &j.parts[at]
	small.into = at
	large.size += small.size
	for i, sum := range small.colour {
		large.colour[i] += sum
	}
	large.neighbours = append(large.neighbours, small.neighbours...)
	small.neighbours = nil
	j.count--
	j.settle()
}

// settle brings a part with an up-to-date size to the front of the queue.
func (j *joining) settle() {
	for {
		first := j.queue[0]
		if size := j.parts[first.id].size; j.parts[first.id].into != first.id {
			heap.Pop(&j.queue)
		} else if size != first.size {
			j.queue[0].size = size
			heap.Fix(&j.queue, 0)
		} else {
			return
		}
	}
}

// sized is a part with its size at the time of queueing.
type sized struct {
	size float64
	id   int32
}

// sizes is a heap: the smallest first, then the lowest id.
type sizes []sized

func (s sizes) Len() int { return len(s) }
func (s sizes) Less(i, j int) bool {
	return s[i].size < s[j].size || s[i].size == s[j].size && s[i].id < s[j].id
}
func (s sizes) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s *sizes) Push(v any)   { *s = append(*s, v.(sized)) }
func (s *sizes) Pop() any {
	last := len(*s) - 1
	v := (*s)[last]
	*s = (*s)[:last]
	return v
}
