// Package skeleton computes the lower envelope of linear functions exactly, by calls of a
// minimiser: for every θ in a box of parameters, the labeling of least energy (Kim, Jung, Lim,
// Tarlow & Kohli, Minimizing Expected Losses in Perturbation Models with Multidimensional
// Parametric Min-cuts, UAI 2015). In one dimension this is the parametric minimum cut, and the
// vertices are its breakpoints.
//
//	s, err := skeleton.New(2, oracle)
//	for !s.Done() {
//		plane, err := s.Step() // one call of the oracle
//	}
//	shares := s.Volumes(nil)   // of the box, by plane
//
// A [Skeleton] knows only planes over the unit box. [Explore] does the same for the labelings
// of a [Model] over a [Region] of θ: a box, a thin slice of it, or one of its faces. It returns
// a [Distribution], with the expectation of any loss. [ExploreFaces] gives the gradient of an
// expectation too, and needs skeletons of one dimension less.
//
// # Approximate minimisers
//
// A minimiser may miss the least energy. Exploration ends nevertheless, since each call certifies a
// vertex or adds a plane. The result is exact for the planes added, an upper bound on g, and
// Unresolved proves nothing.
//
// # Exactness
//
// The region below all planes is a convex polyhedron of one dimension more. The package keeps
// its faces; each new plane cuts them. Coefficients are rounded once, to 2⁻⁴⁴ of the largest
// coefficient of the first non-zero plane. From then on every vertex is an exact ratio of
// integers, and so is the side of a plane it lies on (a floating-point filter decides the easy
// cases). Ties, parallel planes and vertices with any number of cells, such as θ = 0, therefore
// need no special treatment.
package skeleton
