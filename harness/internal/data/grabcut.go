package data

import (
	"image"
	"math"
	"math/rand/v2"
	"path"
	"strings"

	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/sp"
)

const grabcutURL = "http://research.microsoft.com/en-us/um/cambridge/projects/visionimagevideoediting/segmentation/grabcut.htm"

var grabcutEntry = withArguments(Entry{
	Name: "grabcut",
	Doc: "30 masks of foreground objects (Rother, Kolmogorov & Blake 2004), made small, with " +
		"flipped pixels, as Kim et al. 2015 restore them; " +
		"4-connected grids, edges known as vertical or horizontal, 5 folds",
	Licence: "none stated by the authors; not redistributed here",
	URL:     grabcutURL,
	// published as BMP, converted: no checksum
	Files: []File{{Path: "grabcut", Names: grabcutNames()}},
}, grabcutArgs{Masks: "grabcut", Pixels: 2500, Flip: 0.05, Seed: 1}, loadGrabcut)

func grabcutNames() []string {
	names := strings.Fields("banana1 banana2 banana3 book bool bush ceramic cross doll elefant " +
		"flower fullmoon grave llama memorial " +
		"music person1 person2 person3 person4 person5 person6 person7 person8 scissors sheep " +
		"stone1 stone2 teddy tennis")
	for i, name := range names {
		names[i] = "seg_GT/" + name + ".png"
	}
	return names
}

// grabcutArgs are the arguments of "grabcut".
//
// A pixel has one feature, 1 where the flipped mask x_d is 1 and -1 elsewhere. An edge has [it is
// vertical] and [it is horizontal]. With the linear map, Potts strengths and reference label 0, the
// score is minus the energy of Kim et al. 2015, equation 12, θ₁Σ[y_d≠x_d] + θ₂Σ[y_u≠y_v, vertical]
// + θ₃Σ[y_u≠y_v, horizontal], up to terms independent of y. (As printed there, the first sum does
// not depend on y either.)
type grabcutArgs struct {
	Masks  string  `json:"masks" enum:"grabcut,horses" help:"these 30, or the 328 of dataset horses"`
	Pixels int     `json:"pixels" range:"[16,1000000]" help:"about so many per image, at its own proportions"`
	Flip   float64 `json:"flip" range:"[0,1]" help:"probability that a pixel is flipped"`
	Seed   uint64  `json:"seed" help:"of the flips"`
}

func loadGrabcut(e Entry, a grabcutArgs) (*Dataset, error) {
	if a.Masks == "horses" {
		e.Files = []File{{Path: "weizmann_horse", URL: horsesURL, Names: horsesNames()[:horsesCount]}}
		var err error
		if e.read, _, err = e.readFiles(); err != nil {
			return nil, err
		}
	}
	d := &Dataset{K: 2, NodeWidth: 1, EdgeWidth: 2, Labels: []string{"background", "object"}}
	for i, content := range e.read[0].contents {
		name := e.Files[0].Names[i]
		mask, err := raster.DecodeImage(name, content, 0, mostPixels)
		if err != nil {
			return nil, err
		}
		id := strings.TrimSuffix(path.Base(name), path.Ext(name))
		d.Instances = append(d.Instances,
			a.instance(id, mask, rand.New(rand.NewPCG(a.Seed, uint64(i)+1))))
		d.Fold = append(d.Fold, i%5)
	}
	return d, nil
}

// instance returns a small mask, seen with flips.
func (a grabcutArgs) instance(id string, mask image.Image, r *rand.Rand) sp.Instance {
	w, h := float64(mask.Bounds().Dx()), float64(mask.Bounds().Dy())
	side := func(ratio float64) int {
		return max(1, int(math.Round(math.Sqrt(float64(a.Pixels)*ratio))))
	}
	rows, columns := side(h/w), side(w/h)
	x := sp.Instance{
		ID: id, Weight: 1, K: 2, Gold: shrink(mask, rows, columns),
		Edges: sp.GridEdges(rows, columns), Shape: [2]int{rows, columns},
	}
	x.Node = sp.Rows{N: len(x.Gold), D: 1}
	for _, k := range x.Gold {
		if float64(r.Uint64()>>11)/(1<<53) < a.Flip {
			k = 1 - k
		}
		x.Node.Dense = append(x.Node.Dense, float32(2*k-1))
	}
	x.Edge = sp.Rows{N: len(x.Edges), D: 2}
	for _, e := range x.Edges {
		horizontal := float32(0)
		if e.V == e.U+1 && columns > 1 {
			horizontal = 1
		}
		x.Edge.Dense = append(x.Edge.Dense, 1-horizontal, horizontal)
	}
	return x
}

// shrink divides a mask into rows×columns rectangles of at least one pixel each. A rectangle is
// object, label 1, if at least half of its pixels are white.
func shrink(mask image.Image, rows, columns int) []int32 {
	r := mask.Bounds()
	gold := make([]int32, 0, rows*columns)
	for i := range rows {
		top, bottom := part(i, rows, r.Dy())
		for j := range columns {
			left, right := part(j, columns, r.Dx())
			white := 0
			for y := top; y < bottom; y++ {
				for x := left; x < right; x++ {
					if v, _, _, _ := mask.At(r.Min.X+x, r.Min.Y+y).RGBA(); v >= 0x8000 {
						white++
					}
				}
			}
			// 1 if at least half is white
			gold = append(gold, int32(min(1, 2*white/((bottom-top)*(right-left)))))
		}
	}
	return gold
}

// part returns the i-th of n parts of a line of the given number of pixels.
func part(i, n, pixels int) (from, to int) {
	from = i * pixels / n
	return from, max(from+1, (i+1)*pixels/n)
}
