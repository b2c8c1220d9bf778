package superpixel_test

import (
	"fmt"
	"image"
	"image/color"

	"github.com/spbench/spbench/harness/internal/superpixel"
)

// A white square on black: no region contains both colours.
func ExampleDivide() {
	photo := image.NewRGBA64(image.Rect(0, 0, 60, 60))
	for y := range 60 {
		for x := range 60 {
			c := color.RGBA{A: 255}
			if x >= 20 && x < 40 && y >= 20 && y < 40 {
				c = color.RGBA{255, 255, 255, 255}
			}
			photo.Set(x, y, c)
		}
	}
	m := superpixel.NewImage(photo)
	d := superpixel.Divide(m, 9)
	about := superpixel.Describe(m, d)
	white := 0
	for k := range d.N {
		if about.Nodes[k*superpixel.Columns] > 0.99 { // mean L by 100
			white++
		}
	}
	fmt.Println(d.N, "regions,", white, "white,", len(about.Borders), "borders")
	// Output: 9 regions, 1 white, 12 borders
}
