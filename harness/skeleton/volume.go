package skeleton

import "math"

// simplices returns d! times the volume of all simplices spanned by f and the depth corners
// chosen so far. It divides f into pyramids from its first vertex to each of its faces without
// that vertex.
func (s *Skeleton) simplices(f *face, depth int) float64 {
	v := f.first()
	s.corners[depth] = v.u
	if f.dim == 0 {
		return math.Abs(s.determinant())
	}
	sum := 0.0
	for _, sub := range f.sub {
		if !sub.has(v) {
			sum += s.simplices(sub, depth+1)
		}
	}
	return sum
}

// measure sets the volume of cell f.
func (s *Skeleton) measure(f *face) { f.volume = s.simplices(f, 0) / factorial[s.dim] }

var factorial = [MaxDim + 1]float64{1, 1, 2, 6, 24}

// determinant returns the determinant of the edges of the simplex from its first corner, by
// elimination with row pivoting.
func (s *Skeleton) determinant() float64 {
	var a [MaxDim][MaxDim]float64
	for i := range s.dim {
		for j := range s.dim {
			a[i][j] = s.corners[i+1][j] - s.corners[0][j]
		}
	}
	product := 1.0
	for k := range s.dim {
		pivot := k
		for i := k + 1; i < s.dim; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[pivot][k]) {
				pivot = i
			}
		}
		a[k], a[pivot] = a[pivot], a[k] // the sign does not matter
		if product *= a[k][k]; product == 0 {
			return 0
		}
		for i := k + 1; i < s.dim; i++ {
			factor := a[i][k] / a[k][k]
			for j := k + 1; j < s.dim; j++ {
				a[i][j] -= factor * a[k][j]
			}
		}
	}
	return product
}
