package skeleton

import "slices"

// clip cuts off the part of the polyhedron above plane number number. v is a vertex there. It
// returns the new vertices and cells, and all new or shrunk cells.
func (s *Skeleton) clip(number int, v *face) (fresh, changed []*face) {
	s.epoch++
	p := &s.planes[number]
	layers := s.touch(p, v)
	for _, layer := range layers {
		for _, f := range layer {
			if !s.positive(f, p) {
				s.drop(f)
				continue
			}
			if c := s.split(f, p); c.dim == 0 {
				fresh = append(fresh, c)
			}
			if f.plane >= 0 {
				changed = append(changed, f)
			}
		}
	}
	cell := s.whole.cap
	cell.plane = number
	return fresh, append(changed, cell)
}

// touch returns all faces with a vertex above p, by dimension. These vertices are connected.
func (s *Skeleton) touch(p *plane, v *face) [][]*face {
	layers := make([][]*face, s.dim+2)
	mark := func(f *face) {
		if f.at(s.epoch); !f.touched {
			f.touched = true
			layers[f.dim] = append(layers[f.dim], f)
		}
	}
	mark(v)
	for i := 0; i < len(layers[0]); i++ {
		v := layers[0][i]
		for _, edge := range v.sup {
			if other := edge.other(v); other.vertex.side(p, s.epoch) < 0 {
				mark(other)
			}
		}
	}
	for dim := range s.dim + 1 {
		for _, f := range layers[dim] {
			for _, above := range f.sup {
				mark(above)
			}
		}
	}
	return layers
}

// positive reports whether f has a vertex below p.
func (s *Skeleton) positive(f *face, p *plane) bool {
	if f.dim == 0 {
		return f.vertex.side(p, s.epoch) > 0
	}
	if f.at(s.epoch); f.positive == 0 {
		f.positive = -1
		if slices.ContainsFunc(f.sub, func(sub *face) bool { return s.positive(sub, p) }) {
			f.positive = 1
		}
	}
	return f.positive > 0
}

// dead reports whether the cut removes f: it has vertices above p and none below.
func (s *Skeleton) dead(f *face, p *plane) bool {
	return f.at(s.epoch).touched && !s.positive(f, p)
}

// drop removes the dead face f from the faces it consists of.
func (s *Skeleton) drop(f *face) {
	f.gone = true
	if f.plane >= 0 {
		s.cells[f.plane] = nil
	}
	for _, sub := range f.sub {
		sub.sup = slices.DeleteFunc(sub.sup, func(g *face) bool { return g == f })
	}
}

// split reduces f, which has vertices on both sides of p, to the part below. It returns the new
// face of f on p. That face consists of the new faces of f's own faces, and of old faces on p
// that belonged to removed ones.
func (s *Skeleton) split(f *face, p *plane) *face {
	f.cap = newFace(f.dim - 1)
	if f.dim == 1 {
		a, b := f.sub[0].vertex, f.sub[1].vertex
		if s.dead(f.sub[0], p) {
			a, b = b, a
		}
		f.cap.vertex = between(a, b, p)
	}
	kept := f.sub[:0]
	for _, sub := range f.sub {
		switch {
		case !sub.at(s.epoch).touched:
			kept = append(kept, sub)
		case s.positive(sub, p):
			kept = append(kept, sub)
			f.cap.add(sub.cap)
		default:
			for _, on := range sub.sub {
				if !on.at(s.epoch).touched && !s.positive(on, p) {
					f.cap.add(on)
				}
			}
		}
	}
	clear(f.sub[len(kept):])
	f.sub = kept
	f.add(f.cap)
	return f.cap
}
