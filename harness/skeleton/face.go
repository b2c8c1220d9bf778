package skeleton

import "slices"

// A face of the polyhedron, of any dimension: vertices (0), edges, …, cells and walls (d), the
// polyhedron itself (d+1).
type face struct {
	dim      int
	sub, sup []*face // of one dimension less and more
	vertex   *vertex // if dim is 0
	plane    int     // of a cell; -1 of any other face
	volume   float64 // of a cell, projected onto the box

	gone bool // no longer part of the polyhedron
	walk int  // number of the last walk to visit it

	epoch    int // of the three fields below
	touched  bool
	positive int8 // 1: a vertex lies below the new plane; -1: none does; 0: not known
	cap      *face
}

func newFace(dim int, sub ...*face) *face {
	f := &face{dim: dim, plane: -1}
	for _, s := range sub {
		f.add(s)
	}
	return f
}

func (f *face) add(s *face) {
	f.sub, s.sup = append(f.sub, s), append(s.sup, f)
}

// at resets the fields about the cut, unless they belong to the epoch, and returns f.
func (f *face) at(epoch int) *face {
	if f.epoch != epoch {
		f.epoch, f.touched, f.positive, f.cap = epoch, false, 0, nil
	}
	return f
}

// other returns the vertex at the other end of edge f.
func (f *face) other(v *face) *face {
	if f.sub[0] == v {
		return f.sub[1]
	}
	return f.sub[0]
}

// first returns a vertex of f.
func (f *face) first() *vertex {
	for f.dim > 0 {
		f = f.sub[0]
	}
	return f.vertex
}

// has reports whether v is a vertex of f.
func (f *face) has(v *vertex) bool {
	if f.dim == 0 {
		return f.vertex == v
	}
	return slices.ContainsFunc(f.sub, func(s *face) bool { return s.has(v) })
}

// certified reports whether all vertices of f are certified.
func (f *face) certified() bool {
	if f.dim == 0 {
		return f.vertex.certified
	}
	return !slices.ContainsFunc(f.sub, func(s *face) bool { return !s.certified() })
}

// below returns the polyhedron below p over the unit box: the pyramid over the cube with its
// top at infinity. For each face of the cube it has a face on p and a face down to infinity. A
// face of the cube is written as one number per coordinate: 0, 1, or 2 for the whole interval.
func below(p *plane, dim int) *face {
	depth := &face{vertex: infinity(dim), plane: -1}
	top, down := map[string]*face{}, map[string]*face{}
	code := make([]byte, dim)
	var build func(i, free int)
	// all faces with free free coordinates, for a fixed choice of those before i
	build = func(i, free int) {
		if i == dim {
			if free == 0 {
				top[string(code)], down[string(code)] = pyramid(p, code, top, down, depth)
			}
			return
		}
		for code[i] = range byte(2) {
			build(i+1, free)
		}
		if free > 0 {
			code[i] = 2
			build(i+1, free-1)
		}
	}
	for free := range dim + 1 {
		build(0, free)
	}
	for i := range code {
		code[i] = 2
	}
	top[string(code)].plane, top[string(code)].volume = 0, 1
	return down[string(code)]
}

// pyramid returns the two faces for a face of the cube, given those of its own faces.
func pyramid(p *plane, code []byte, tops, downs map[string]*face, depth *face) (top, down *face) {
	free := 0
	u := make([]int64, len(code))
	for i, c := range code {
		u[i] = int64(c)
		if c == 2 {
			free++
		}
	}
	top, down = newFace(free), newFace(free+1)
	if free == 0 {
		top.vertex = corner(p, u)
		down.add(depth)
	}
	down.add(top)
	for i, c := range code {
		if c != 2 {
			continue
		}
		side := slices.Clone(code)
		for side[i] = range byte(2) {
			top.add(tops[string(side)])
			down.add(downs[string(side)])
		}
	}
	return top, down
}
