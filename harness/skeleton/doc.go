// Package skeleton computes the lower envelope of linear functions that only a minimiser knows, exactly: which labeling
// has the least energy where, as the parameters θ range over a box (Kim, Jung, Lim, Tarlow & Kohli, Minimizing Expected
// Losses in Perturbation Models with Multidimensional Parametric Min-cuts, UAI 2015). In one dimension this is the
// parametric minimum cut, and the vertices are its breakpoints.
//
//	s, err := skeleton.New(2, oracle)
//	for !s.Done() {
//		plane, err := s.Step() // one call of the oracle
//	}
//	shares := s.Volumes(nil)   // of the box, by plane
//
// A [Skeleton] knows only planes over the unit box. [Explore] is the same for the labelings of a [Model] over a [Region]
// of θ: a box, a thin slice of it, or one of its faces. The [Distribution] that it returns gives the expectation of any
// loss; [ExploreFaces] gives the gradient of an expectation too, and needs skeletons of one dimension less.
//
// # Exactness
//
// The region below all planes is a convex polyhedron of one dimension more. Its faces are kept, and a new plane cuts
// them. Coefficients are rounded once, to 2⁻⁴⁴ of the largest of the first plane that is not 0; from there on the
// position of every vertex is an exact ratio of integers, and so is the side of a plane on which it lies (a
// floating-point filter answers where it can). Ties, parallel planes and vertices where any number of cells meet, such as θ = 0, are therefore nothing
// special.
package skeleton
