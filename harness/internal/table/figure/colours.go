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

// coloursOf returns the colours of the masks. It returns [labelColours] without masks, or if all
// are grey. Numbers of labels are grey, for instance.
func coloursOf(d *data.Dataset) (all []color.NRGBA, err error) {
	hue := func(c [3]uint8) bool { return c[0] != c[1] || c[1] != c[2] }
	if !slices.ContainsFunc(d.Colours, hue) {
		return labelColours(d.K)
	}
	for _, c := range d.Colours {
		all = append(all, color.NRGBA{c[0], c[1], c[2], 0xFF})
	}
	return all, nil
}
