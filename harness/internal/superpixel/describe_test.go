package superpixel

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/spbench/spbench"
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

// Descriptions are pinned: other ones are other datasets of photographs.
func TestDescriptionsArePinned(t *testing.T) {
	if a := spbench.Arithmetic(); a != "" {
		t.Skipf("%s rounds otherwise", a)
	}
	want := map[string]string{
		"checker": "c9acbfc05ae7",
		"column":  "3d13742b8893",
		"flat":    "34611e347b89",
		"halves":  "0440238c6697",
		"line":    "2b9387ab1b06",
		"narrow":  "a7d549976727",
		"noise":   "d80af3f81b78",
		"ramp":    "a3a6734e0138",
		"scene":   "0fca5ea54d81",
		"stripes": "dec950bdf119",
	}
	for name, m := range pictures() {
		d := Divide(m, 40)
		about, sum := Describe(m, d), sha256.New()
		for _, list := range []any{m.Lab, d.Of, about.Nodes, about.Borders, about.Edges} {
			if err := binary.Write(sum, binary.LittleEndian, list); err != nil {
				t.Fatal(err)
			}
		}
		if have := fmt.Sprintf("%x", sum.Sum(nil)[:6]); have != want[name] {
			t.Errorf("%q: %q,", name, have)
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
