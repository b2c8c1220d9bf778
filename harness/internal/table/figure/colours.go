package figure

import (
	"fmt"
	"image/color"
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
)

// unknown is the colour of an unobserved label.
var unknown = color.NRGBA{0x80, 0x80, 0x80, 0xFF}

// labelColours returns a colour for each of k labels: black and white for two,
// else those of [chart.Palette] and its yellow, then the same lighter, then darker.
func labelColours(k int) ([]color.NRGBA, error) {
	if k == 2 {
		return []color.NRGBA{{A: 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}}, nil
	}
	full := append(chart.Palette[:len(chart.Palette):len(chart.Palette)],
		color.NRGBA{0xF0, 0xE4, 0x42, 0xFF})
	full[6] = color.NRGBA{0x30, 0x30, 0x30, 0xFF} // black has a darker shade too
	rounds := []struct {
		towards uint8
		share   float64
	}{{0, 0}, {0xFF, 0.6}, {0, 0.5}}
	if k > len(rounds)*len(full) {
		return nil, fmt.Errorf("%d labels cannot be told apart by colour, %d can", k,
			len(rounds)*len(full))
	}
	colours := make([]color.NRGBA, k)
	for i := range colours {
		round := rounds[i/len(full)]
		to := color.NRGBA{round.towards, round.towards, round.towards, 0xFF}
		colours[i] = blend([]color.NRGBA{full[i%len(full)], to},
			[]float64{1 - round.share, round.share})
	}
	return colours, nil
}

// blend returns the mean of the colours with weights q, which sum to 1.
func blend(colours []color.NRGBA, q []float64) color.NRGBA {
	var r, g, b float64
	for i, c := range colours {
		r, g, b = r+q[i]*float64(c.R), g+q[i]*float64(c.G), b+q[i]*float64(c.B)
	}
	channel := func(v float64) uint8 { return uint8(math.Round(min(max(v, 0), 0xFF))) }
	return color.NRGBA{channel(r), channel(g), channel(b), 0xFF}
}

// ofLabels returns the colours of labels, by variable.
func ofLabels(colours []color.NRGBA, y []int32) []color.NRGBA {
	of := make([]color.NRGBA, len(y))
	for d, k := range y {
		of[d] = unknown
		if k >= 0 {
			of[d] = colours[k]
		}
	}
	return of
}

// ofMarginals returns the blended colours of marginals (n×K).
func ofMarginals(colours []color.NRGBA, q []float64) []color.NRGBA {
	k := len(colours)
	of := make([]color.NRGBA, len(q)/k)
	for d := range of {
		of[d] = blend(colours, q[d*k:(d+1)*k])
	}
	return of
}

// ofSpread returns greys for marginals q (n×K) by the variance of a label drawn from them, Σ
// q(1−q): black for 0, white for 1−1/K, the variance of equally probable labels. All pictures share
// the scale.
func ofSpread(q []float64, k int) []color.NRGBA {
	of, most := make([]color.NRGBA, len(q)/k), 1-1/float64(k)
	for d := range of {
		sum := 0.0
		for _, p := range q[d*k : (d+1)*k] {
			sum += p * (1 - p)
		}
		grey := uint8(0)
		if most > 0 {
			grey = uint8(math.Round(255 * min(max(sum/most, 0), 1)))
		}
		of[d] = color.NRGBA{grey, grey, grey, 0xFF}
	}
	return of
}
