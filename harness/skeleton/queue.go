package skeleton

import "container/heap"

// A queue holds the vertices to call the oracle at. Those of the largest cells come first. The
// volume is from the time a vertex was added or last at the top: cells only shrink.
type queue struct {
	entries []entry
	added   int
}

type entry struct {
	f      *face
	volume float64 // of its cells
	number int     // of arrival
}

func (q *queue) Len() int      { return len(q.entries) }
func (q *queue) Swap(i, j int) { q.entries[i], q.entries[j] = q.entries[j], q.entries[i] }
func (q *queue) Push(e any)    { q.entries = append(q.entries, e.(entry)) }
func (q *queue) Less(i, j int) bool {
	a, b := &q.entries[i], &q.entries[j]
	return a.volume > b.volume || a.volume == b.volume && a.number < b.number
}

func (q *queue) Pop() any {
	last := len(q.entries) - 1
	e := q.entries[last]
	q.entries = q.entries[:last]
	return e
}

// want adds vertex f to the queue.
func (s *Skeleton) want(f *face) {
	s.queue.added++
	heap.Push(&s.queue, entry{f, s.around(f), s.queue.added})
}

// next returns the next vertex to call the oracle at, and leaves it in the queue; nil if there
// is none.
func (s *Skeleton) next() *face {
	for s.queue.Len() > 0 {
		e := &s.queue.entries[0]
		if e.f.gone || e.f.vertex.certified {
			heap.Pop(&s.queue)
			continue
		}
		now := s.around(e.f)
		if now >= 0.75*e.volume {
			return e.f
		}
		e.volume = now
		heap.Fix(&s.queue, 0)
	}
	return nil
}

// around returns the volume of all cells with vertex f.
func (s *Skeleton) around(f *face) float64 {
	s.walk++
	return s.climb(f)
}

func (s *Skeleton) climb(f *face) float64 {
	if f.walk == s.walk {
		return 0
	}
	f.walk = s.walk
	if f.dim == s.dim {
		return f.volume // 0 of a wall
	}
	sum := 0.0
	for _, above := range f.sup {
		sum += s.climb(above)
	}
	return sum
}

// vertices appends the vertices of f to list, each once per walk.
func (s *Skeleton) vertices(f *face, list []*face) []*face {
	if f.walk == s.walk {
		return list
	}
	f.walk = s.walk
	if f.dim == 0 {
		return append(list, f)
	}
	for _, sub := range f.sub {
		list = s.vertices(sub, list)
	}
	return list
}
