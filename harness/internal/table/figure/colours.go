package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/data"
)

// labelColours returns a colour for each of k labels: black and white for two,
// else those of [chart.Palette] and its yellow, then the same lighter, then darker.
func labelColours(k int) ([]color.NRGBA, error) {
	if k == 2 {
		return []color.NRGBA{{A: 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}}, nil
	}
	full := append(chart.Palette[:len(chart.Palette):len(chart.Palette)],
		color.NRGBA{0xF0, 0xE4, 0x42, 0xFF})
	full[6] = color.NRGBA{0x30, 0x30, 0x30, 0xFF} // black has a darker shade too
	rounds := []struct{ towards, share float64 }{{0, 0}, {0xFF, 0.6}, {0, 0.5}}
	if k > len(rounds)*len(full) {
		return nil, fmt.Errorf("%d labels cannot be told apart by colour, %d can", k,
			len(rounds)*len(full))
	}
	colours := make([]color.NRGBA, k)
	for i := range colours {
		round := rounds[i/len(full)]
		mix := func(from uint8) uint8 {
			return uint8(math.Round((1-round.share)*float64(from) + round.share*round.towards))
		}
		c := full[i%len(full)]
		colours[i] = color.NRGBA{mix(c.R), mix(c.G), mix(c.B), 0xFF}
	}
	return colours, nil
}

// unlike returns a grey for variables without a label, which is near to no label's colour.
func unlike(colours []color.NRGBA) (grey color.NRGBA) {
	for _, v := range []uint8{0x80, 0xC0, 0x40, 0xE0} {
		grey = color.NRGBA{v, v, v, 0xFF}
		if !slices.ContainsFunc(colours, func(c color.NRGBA) bool { return near(grey, c) }) {
			break
		}
	}
	return grey
}

// near reports whether two colours differ by less than 24 in each channel.
func near(a, b color.NRGBA) bool {
	far := func(v, w uint8) int { return max(int(v)-int(w), int(w)-int(v)) }
	return max(far(a.R, b.R), far(a.G, b.G), far(a.B, b.B)) < 24
}

// coloursOf returns the colours that d gives to its labels, or those of [labelColours] if it has none
// or some are hard to tell apart, such as the numbers of labels.
func coloursOf(d *data.Dataset) ([]color.NRGBA, error) {
	for i, c := range d.Colours {
		if slices.ContainsFunc(d.Colours[:i], func(of color.NRGBA) bool { return near(of, c) }) {
			return labelColours(d.K)
		}
	}
	if d.Colours == nil {
		return labelColours(d.K)
	}
	return d.Colours, nil
}
