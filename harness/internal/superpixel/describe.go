package superpixel

// Widths of a description.
const (
	Columns       = colourColumns + textureColumns + positionColumns + contrastColumns + saliencyColumns + 1
	BorderColumns = 6

	// Saliency is the first column of saliency. Only the constant follows.
	Saliency = Columns - 1 - saliencyColumns
)

const (
	colourColumns   = 3 + 3 + bins
	textureColumns  = angles + 2 + patterns
	positionColumns = 9
	contrastColumns = 6
	saliencyColumns = 4
)

// A Description is the regions of a picture and their borders in numbers.
type Description struct {
	Nodes   []float32 // regions×Columns, row-major
	Borders []Border  // sorted by U and V
	Edges   []float32 // borders×BorderColumns, row-major
}

// Describe returns features of the regions of m and of their borders. m must be the divided
// picture. Features of a region, scaled to about 1, by group:
//
//	colour    mean of L, a, b, by 100; standard deviations, by 10; histogram of
//	          4 shades of (grey, 6 hues), shares of the pixels
//	texture   mean magnitude of the gradient of L in 8 directions of 180 degrees,
//	          then mean and standard deviation of the magnitude, all by 10; local
//	          binary patterns: uniform with 0 to 8 lighter neighbours, others
//	position  centre x, y in [−1,1], x², y², xy; two bells around the middle of
//	          the picture; pixels on its border, by 20; size in mean sizes
//	contrast  mean colour minus that of the picture, then minus the mean of the
//	          neighbours, by 30
//	saliency  rarity and depth, by 30; log-odds of the colour in the object: from
//	          the middle of the picture, and refined (see the type context)
//
// and the constant 1.
//
// Features of a border, none negative: 1; length by the mean length in the picture; exp(−c/2σ²) for
// the squared distance c of the mean colours, with σ² the mean of c in the picture; their product;
// exp(−g/ḡ) for the mean gradient g across the border, with ḡ its mean in the picture; its product
// with the length.
//
// O(pixels + N²).
func Describe(m *Image, d *Division) *Description {
	gx, gy := m.gradient()
	l, p := looks(m, d, gx, gy), places(d)
	all := borders(d, l, gx, gy)
	c := contexts(l, p, all)
	rows := make([]float32, 0, d.N*Columns)
	put := func(scale float64, list ...float64) {
		for _, v := range list {
			rows = append(rows, float32(v*scale))
		}
	}
	mean := float64(len(d.Of)) / float64(d.N)
	for k := range d.N {
		r, at, in := &l[k], &p[k], &c[k]
		put(1.0/100, r.mean[:]...)
		put(1.0/10, r.deviation[:]...)
		put(1, r.colour[:]...)
		put(1.0/10, r.gradient[:]...)
		put(1.0/10, r.roughness[:]...)
		put(1, r.pattern[:]...)
		put(1, at.x, at.y, at.x*at.x, at.y*at.y, at.x*at.y, at.bell(0.3), at.bell(0.6),
			at.border/20, r.size/mean)
		put(1.0/30, in.fromImage[:]...)
		put(1.0/30, in.fromNeighbours[:]...)
		put(1.0/30, in.rarity, in.depth)
		put(1, in.object[0], in.object[1], 1)
	}
	return &Description{Nodes: rows, Borders: all, Edges: affinities(all)}
}
