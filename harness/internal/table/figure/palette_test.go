package figure

import (
	"image"
	"image/color"
	"testing"
)

// Colours that can be told apart stay so, whether there are few, a few too many, or many.
func TestPaletted(t *testing.T) {
	for _, test := range []struct {
		name     string
		colours  int
		step     uint8 // of red from one to the next
		paletted bool
		off      int
	}{
		{"few", 200, 1, true, 0},
		{"a few too many", 400, 1, false, 0},
		{"many", 60_000, 7, false, 0},
	} {
		m := image.NewRGBA(image.Rect(3, 4, 3+test.colours, 5))
		for x := range test.colours {
			red := x * int(test.step)
			m.SetRGBA(3+x, 4, color.RGBA{uint8(red), uint8(red >> 8), uint8(red >> 16), 0xFF})
		}
		p := paletted(m)
		if _, ok := p.(*image.Paletted); ok != test.paletted {
			t.Errorf("%s: a palette: %v", test.name, ok)
		}
		for x := range test.colours {
			want, got := m.RGBAAt(3+x, 4), color.RGBAModel.Convert(p.At(3+x, 4)).(color.RGBA)
			for _, d := range []int{int(want.R) - int(got.R), int(want.G) - int(got.G),
				int(want.B) - int(got.B)} {
				if max(d, -d) > test.off {
					t.Fatalf("%s: %v is %v", test.name, want, got)
				}
			}
		}
	}
}
