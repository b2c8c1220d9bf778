package superpixel

import (
	"cmp"
	"math"
	"slices"
)

// A Border is the common border of two regions.
type Border struct {
	U, V     int32   // regions, U < V
	Length   float64 // pairs of adjacent pixels, one in each region
	Strength float64 // mean gradient of the lightness across these pairs
	Contrast float64 // squared distance of the mean colours
}

// borders lists the pairs of adjacent regions, sorted by U and V. gx and gy are the gradient.
// O(pixels + b·log b) for b borders.
func borders(d *Division, looks []look, gx, gy []float32) []Border {
	var list []Border
	index := map[[2]int32]int{}
	meet := func(p, q int, g []float32) {
		u, v := d.Of[p], d.Of[q]
		if u == v {
			return
		}
		pair := [2]int32{min(u, v), max(u, v)}
		i, ok := index[pair]
		if !ok {
			i = len(list)
			index[pair] = i
			list = append(list, Border{U: pair[0], V: pair[1],
				Contrast: looks[u].distance2(&looks[v])})
		}
		list[i].Length++
		list[i].Strength += math.Abs(float64(g[p]+g[q])) / 2
	}
	for p := range d.Of {
		if (p+1)%d.Width != 0 {
			meet(p, p+1, gx)
		}
		if p+d.Width < len(d.Of) {
			meet(p, p+d.Width, gy)
		}
	}
	for i := range list {
		list[i].Strength /= list[i].Length
	}
	slices.SortFunc(list, func(a, b Border) int {
		return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V))
	})
	return list
}

// affinities returns len(list)×BorderColumns features as described at Describe.
func affinities(list []Border) []float32 {
	var length, strength, contrast float64
	for i := range list {
		length += list[i].Length
		strength += list[i].Strength
		contrast += list[i].Contrast
	}
	n := float64(len(list))
	rows := make([]float32, 0, len(list)*BorderColumns)
	for i := range list {
		l := list[i].Length * n / length
		alike, weak := fall(list[i].Contrast, 2*contrast/n), fall(list[i].Strength, strength/n)
		rows = append(rows, 1, float32(l), float32(alike), float32(l*alike), float32(weak),
			float32(l*weak))
	}
	return rows
}

// fall is exp(−v/scale), or 1 if all values, and with them the scale, are 0.
func fall(v, scale float64) float64 {
	if scale == 0 {
		return 1
	}
	return math.Exp(-v / scale)
}
