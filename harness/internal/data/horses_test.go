package data

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"slices"
	"testing"
)

func TestHorses(t *testing.T) {
	p := newPaddock(t)
	d := p.loaded(t, `{"superpixels":60}`)
	if len(d.Instances) != 3 || d.K != 2 || d.NodeWidth != 70 || d.EdgeWidth != 6 ||
		!d.Standardise || len(d.Outside) != 3 || len(d.Warnings) != 0 {
		t.Fatalf("%d instances, %d labels, widths %d and %d, warnings %q", len(d.Instances), d.K,
			d.NodeWidth, d.EdgeWidth, d.Warnings)
	}
	for i := range d.Instances {
		x, w, h := &d.Instances[i], 120, 80+10*i
		if want := fmt.Sprintf("horse%03d", i+1); x.ID != want || x.N() < 30 || x.N() > 90 {
			t.Errorf("%s has %d superpixels, want %s", x.ID, x.N(), want)
		}
		pixels := must(d.Pixels(i))(t)
		if pixels.Width != w || pixels.Height != h || pixels.Photo.Bounds() != image.Rect(0, 0, w,
			h) {
			t.Errorf("%s: %d×%d pixels, want those of the mask, %d×%d", x.ID, pixels.Width,
				pixels.Height, w, h)
		}
		size, horse := make([]float64, x.N()), make([]float64, x.N())
		box := make([]bool, x.N())
		for q, k := range pixels.Variable {
			size[k]++
			if a, b := q%w, q/w; a >= w/3 && a < 2*w/3+i && b >= h/3 && b < 2*h/3 {
				horse[k]++
				box[k] = true
			}
		}
		if !slices.Equal(size, x.Size) {
			t.Errorf("%s: the sizes are not those of the regions", x.ID)
		}
		for k, gold := range x.Gold {
			// With a third of the pixels in doubt, JPEG may decide.
			if share := horse[k] / size[k]; gold == 1 && share < 1.0/3 ||
				gold == 0 && share > 2.0/3 {
				t.Errorf("%s: superpixel %d has label %d, %v of it is horse", x.ID, k, gold, share)
			}
			// A square fills its box.
			if d.Outside[i][k] == box[k] {
				t.Errorf("%s: superpixel %d: outside %v, %v of it is horse", x.ID, k,
					d.Outside[i][k], horse[k]/size[k])
			}
		}
		for _, v := range x.Edge.Dense {
			if v < 0 {
				t.Errorf("%s: edge feature %v", x.ID, v)
			}
		}
	}
}

// Each kind of broken file gives an error that names it.
func TestHorsesErrors(t *testing.T) {
	const mask, photo = "figure_ground/horse002.jpg", "rgb/horse002.jpg"
	for name, test := range map[string]struct {
		bend func(t *testing.T, p *paddock)
		want string
	}{
		"missing photo": {func(t *testing.T, p *paddock) { remove(t, p.path(photo)) },
			"no file weizmann_horse/" + photo + " & the given data folder & download " + horsesURL +
				" & put its figure_ground and rgb into & SPBENCH_DATA"},
		"missing mask": {func(t *testing.T, p *paddock) {
			remove(t, p.path(mask))
		}, "no file weizmann_horse/" + mask},
		"half a photo": {func(t *testing.T, p *paddock) {
			content := must(os.ReadFile(p.path(photo)))(t)
			p.write(t, photo, content[:len(content)/2])
		}, photo + " is not a complete PNG, JPEG, TIFF, BMP or GIF image"},
		"empty mask": {func(t *testing.T, p *paddock) {
			p.write(t, mask, nil)
		}, mask + " is not a complete PNG, JPEG, TIFF, BMP or GIF image"},
		"web page": {func(t *testing.T, p *paddock) {
			p.write(t, photo, []byte("<html>moved</html>"))
		}, photo + " is not a complete PNG, JPEG, TIFF, BMP or GIF image"},
		"another picture": {func(t *testing.T, p *paddock) {
			p.put(t, mask, picture(80, 120, 0, color.White, color.Black))
		},
			photo + " has 180×135 pixels and its mask " + mask +
				" 80×120: these are not the same picture"},
		"no horse": {func(t *testing.T, p *paddock) {
			p.put(t, mask, picture(120, 90, 0, color.Black, color.Black))
		},
			mask + ": the mask has no pixel of the object"},
		"too small": {func(t *testing.T, p *paddock) {
			p.put(t, mask, picture(12, 9, 0, color.White, color.Black))
		},
			photo + ": 12×9 pixels are too few for 60 superpixels, 9 each are needed"},
		"a folder": {func(t *testing.T, p *paddock) {
			remove(t, p.path(photo))
			check(t, os.Mkdir(p.path(photo), 0o777))
		}, photo},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPaddock(t)
			test.bend(t, p)
			_, err := p.load(`{"superpixels":60}`)
			wantError(t, name, err, test.want)
		})
	}
}
