package superpixel

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
)

// Features of any picture are finite and of moderate size, those of borders not negative.
func TestDescriptionsOfHardPictures(t *testing.T) {
	for name, m := range pictures() {
		for _, wanted := range []int{1, 40} {
			d := Divide(m, wanted)
			about := Describe(m, d)
			if len(about.Nodes) != d.N*Columns ||
				len(about.Edges) != len(about.Borders)*BorderColumns {
				t.Fatalf("%s: %d features of %d regions, %d of %d borders", name, len(about.Nodes),
					d.N, len(about.Edges), len(about.Borders))
			}
			for i, v := range about.Nodes {
				if !(math.Abs(float64(v)) < 50) {
					t.Errorf("%s: region %d: column %d is %v", name, i/Columns, i%Columns, v)
				}
				if i%Columns == Columns-1 && v != 1 {
					t.Errorf("%s: the constant is %v", name, v)
				}
			}
			for i, v := range about.Edges {
				if !(v >= 0 && v < 100) {
					t.Errorf("%s: border %d: column %d is %v", name, i/BorderColumns,
						i%BorderColumns, v)
				}
			}
		}
	}
}

// The groups are all columns except the constant.
func TestGroups(t *testing.T) {
	sum := 1
	for _, g := range Groups() {
		sum += g.Width
	}
	if sum != Columns {
		t.Errorf("the groups and the constant have %d columns of %d", sum, Columns)
	}
}

// group returns the columns of a region in a group.
func group(about *Description, region int, name string) []float32 {
	row := about.Nodes[region*Columns:][:Columns]
	for _, g := range Groups() {
		if g.Name == name {
			return row[:g.Width]
		}
		row = row[g.Width:]
	}
	panic(name)
}

// Borders against a count over all pairs of pixels.
func TestBorders(t *testing.T) {
	m := scene(70, 50)
	d := Divide(m, 30)
	about := Describe(m, d)
	length := map[[2]int32]float64{}
	mean := 0.0
	for p, u := range d.Of {
		for q, v := range d.Of {
			dx, dy := p%70-q%70, p/70-q/70
			if u < v && dx*dx+dy*dy == 1 {
				length[[2]int32{u, v}]++
				mean++
			}
		}
	}
	mean /= float64(len(length))
	if len(length) != len(about.Borders) {
		t.Fatalf("%d borders, want %d", len(about.Borders), len(length))
	}
	sum := make([]float64, BorderColumns)
	last := [2]int32{-1, -1}
	for i, b := range about.Borders {
		pair := [2]int32{b.U, b.V}
		if slices.Compare(pair[:], last[:]) <= 0 {
			t.Errorf("%v after %v", pair, last)
		}
		last = pair
		row := about.Edges[i*BorderColumns:][:BorderColumns]
		if b.Length != length[pair] || math.Abs(float64(row[1])-b.Length/mean) > 1e-5 ||
			row[0] != 1 {
			t.Errorf("%v has length %v and features %v, want %v", pair, b.Length, row, length[pair])
		}
		if row[3] != float32(row[1]*row[2]) && math.Abs(float64(row[3]-row[1]*row[2])) > 1e-5 ||
			math.Abs(float64(row[5]-row[1]*row[4])) > 1e-5 {
			t.Errorf("%v: products %v", pair, row)
		}
		inner := (inDisc(70, 50, centreOf(d, b.U)[0], centreOf(d, b.U)[1])) == inDisc(70, 50,
			centreOf(d, b.V)[0], centreOf(d, b.V)[1])
		if inner {
			sum[0] += float64(row[2])
			sum[1]++
		} else {
			sum[2] += float64(row[2])
			sum[3]++
		}
	}
	if within, across := sum[0]/sum[1], sum[2]/sum[3]; within < 2*across {
		t.Errorf("the likeness is %.2f within and %.2f across the object's outline", within, across)
	}
}

// centreOf returns the mean pixel of a region.
func centreOf(d *Division, k int32) [2]int {
	x, y, n := 0, 0, 0
	for p, j := range d.Of {
		if j == k {
			x, y, n = x+p%d.Width, y+p/d.Width, n+1
		}
	}
	return [2]int{x / n, y / n}
}

// A mirrored picture with mirrored regions has the same features except x and directions.
func TestMirror(t *testing.T) {
	m := scene(90, 60)
	d := Divide(m, 40)
	n := &Image{Width: 90, Height: 60, Lab: slices.Clone(m.Lab)}
	e := &Division{Width: 90, Height: 60, N: d.N, Of: slices.Clone(d.Of)}
	for p := range d.Of {
		q := p/90*90 + 89 - p%90
		copy(n.Lab[3*q:3*q+3], m.Lab[3*p:])
		e.Of[q] = d.Of[p]
	}
	a, b := Describe(m, d), Describe(n, e)
	near := func(what string, v, w []float32) {
		for i := range v {
			if math.Abs(float64(v[i]-w[i])) > 1e-4 {
				t.Fatalf("%s: column %d is %v, mirrored %v", what, i, v[i], w[i])
			}
		}
	}
	for k := range d.N {
		for _, name := range []string{"colour", "contrast", "saliency"} {
			near(fmt.Sprint(name, k), group(a, k, name), group(b, k, name))
		}
		u, v := slices.Clone(group(a, k, "position")), group(b, k, "position")
		u[0], u[4] = -u[0], -u[4] // x and xy
		near("position", u, v)
		near("roughness and patterns", group(a, k, "texture")[angles:],
			group(b, k, "texture")[angles:])
	}
	near("borders", a.Edges, b.Edges)
}

// Shares sum to 1; means and deviations are those of the pixels.
func TestAppearance(t *testing.T) {
	m := scene(60, 50)
	d := Divide(m, 25)
	about := Describe(m, d)
	for k := range int32(d.N) {
		var sum, square, n float64
		for p, j := range d.Of {
			if v := float64(m.Lab[3*p]); j == k {
				sum, square, n = sum+v, square+v*v, n+1
			}
		}
		c := group(about, int(k), "colour")
		if want := sum / n / 100; math.Abs(float64(c[0])-want) > 1e-5 {
			t.Errorf("region %d: mean L %v, want %v", k, c[0], want)
		}
		if want := math.Sqrt(square/n-sum*sum/n/n) / 10; math.Abs(float64(c[3])-want) > 1e-4 {
			t.Errorf("region %d: deviation of L %v, want %v", k, c[3], want)
		}
		g := group(about, int(k), "texture")
		one := func(what string, v []float32) {
			sum := float32(0)
			for _, s := range v {
				sum += s
			}
			if math.Abs(float64(sum)-1) > 1e-4 {
				t.Errorf("region %d: %s sum to %v", k, what, sum)
			}
		}
		one("colours", c[6:])
		one("patterns", g[angles+2:])
		directions := float32(0)
		for _, v := range g[:angles] {
			directions += v
		}
		if math.Abs(float64(directions-g[angles])) > 1e-4 {
			t.Errorf("region %d: the directions sum to %v, the magnitude is %v", k, directions,
				g[angles])
		}
	}
}

// Depth equals the result of relaxing all borders until nothing changes. Log-odds detect the object
// without learning.
func TestSaliency(t *testing.T) {
	m := scene(160, 120)
	d := Divide(m, 100)
	gx, gy := m.gradient()
	looks, places := looks(m, d, gx, gy), places(d)
	all := borders(d, looks, gx, gy)
	depth := make([]float64, d.N)
	for k := range depth {
		if places[k].border == 0 {
			depth[k] = math.Inf(1)
		}
	}
	for range d.N {
		for _, b := range all {
			step := math.Sqrt(b.Contrast)
			depth[b.U], depth[b.V] = min(depth[b.U], depth[b.V]+step),
				min(depth[b.V], depth[b.U]+step)
		}
	}
	right := 0
	for k, c := range contexts(looks, places, all) {
		if math.Abs(c.depth-depth[k]) > 1e-9 {
			t.Errorf("region %d has depth %v, want %v", k, c.depth, depth[k])
		}
		at := centreOf(d, int32(k))
		if inDisc(160, 120, at[0], at[1]) == (c.object[1] > 0) {
			right++
		}
	}
	if right < d.N*9/10 {
		t.Errorf("the refined log-odds are right for %d of %d regions", right, d.N)
	}
}

func BenchmarkDescribe(b *testing.B) {
	m := scene(260, 200)
	d := Divide(m, 200)
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		Describe(m, d)
	}
}
