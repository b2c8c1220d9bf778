package data

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/data/scoremap"
	"github.com/spbench/spbench/harness/sp"
)

// labelColours maps colours of a mask to labels.
type labelColours struct {
	names     []string   // by ascending colour
	colours   [][3]uint8 // of each label
	tolerance int
}

var errNoColours = errors.New(`labels: want the colour of two labels or more in masks, such as {background: "#000000", horse: "#ffffff"}`)

// readLabelColours reads an object such as {"background": "#000000", "horse": 255}.
func readLabelColours(text json.RawMessage, tolerance int) (*labelColours, error) {
	all := map[string]any{}
	if err := json.Unmarshal(text, &all); err != nil || len(all) < 2 {
		return nil, errNoColours
	}
	of := map[string][3]uint8{}
	for name, value := range all {
		c, err := colourOf(value)
		if err != nil {
			return nil, fmt.Errorf("labels: %s: %w", name, err)
		}
		of[name] = c
	}
	l := &labelColours{tolerance: tolerance}
	l.names = slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		x, y := of[a], of[b]
		return cmp.Or(slices.Compare(x[:], y[:]), strings.Compare(a, b))
	})
	for i, name := range l.names {
		if i > 0 && of[name] == l.colours[i-1] {
			return nil, fmt.Errorf("labels: %s and %s have the same colour, %s", l.names[i-1], name,
				hexColour(of[name]))
		}
		l.colours = append(l.colours, of[name])
	}
	return l, nil
}

// colourOf reads #rrggbb, or a grey value in 0..255.
func colourOf(value any) ([3]uint8, error) {
	switch v := value.(type) {
	case float64:
		if g := uint8(v); float64(g) == v {
			return [3]uint8{g, g, g}, nil
		}
	case string:
		if n, err := strconv.ParseUint(strings.TrimPrefix(v, "#"), 16, 32); err == nil &&
			len(v) == 7 && v[0] == '#' {
			return [3]uint8{uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
		}
	}
	return [3]uint8{},
		fmt.Errorf(`want a colour such as "#ff8000" in quotes, or a grey value in 0..255, got %v`,
			value)
}

// coloursIn lists the colours of the first masks, the most frequent ones first.
func coloursIn(pairs []imagePair) string {
	const masks, most = 20, 8
	pairs = pairs[:min(len(pairs), masks)]
	count, pixels := map[[3]uint8]int{}, 0
	for _, p := range pairs {
		mask, err := readMask(p.mask, mostScaled)
		if err != nil {
			return err.Error()
		}
		r := mask.Bounds()
		pixels += r.Dx() * r.Dy()
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				count[colourAt(mask, x, y)]++
			}
		}
	}
	found := slices.SortedFunc(maps.Keys(count), func(a, b [3]uint8) int {
		return cmp.Or(count[b]-count[a], slices.Compare(a[:], b[:]))
	})
	var texts []string
	for _, c := range found[:min(len(found), most)] {
		texts = append(texts, fmt.Sprintf("%s (%.1f %%)", hexColour(c),
			100*float64(count[c])/float64(pixels)))
	}
	if more := len(found) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d others", more))
	}
	return fmt.Sprintf("%d of the masks have %s", len(pairs), strings.Join(texts, ", "))
}

// colourAt returns red, green and blue of a pixel.
func colourAt(m image.Image, x, y int) [3]uint8 {
	c := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
	return [3]uint8{c.R, c.G, c.B}
}

func hexColour(c [3]uint8) string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// of returns the label of each pixel of a mask, row by row. Other colours are of unknown label, or
// an error.
func (l *labelColours) of(path string, mask image.Image, unknown bool) ([]int32, error) {
	r := mask.Bounds()
	gold := make([]int32, 0, r.Dx()*r.Dy())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := colourAt(mask, x, y)
			k := l.label(c)
			if k == sp.Unknown && !unknown {
				return nil, fmt.Errorf("%s: pixel (%d, %d) has the colour %s, which is no "+
					"label's (tolerance: %d); set a tolerance, such as 100 for JPEG masks, or "+
					"others: void",
					path, x-r.Min.X, y-r.Min.Y, hexColour(c), l.tolerance)
			}
			gold = append(gold, k)
		}
	}
	return gold, nil
}

// label returns the label with the colour nearest to c within the tolerance, the first of equal
// ones. It returns sp.Unknown if there is none.
func (l *labelColours) label(c [3]uint8) int32 {
	best, distance := sp.Unknown, l.tolerance+1
	for k, of := range l.colours {
		far := 0
		for i := range c {
			far = max(far, int(c[i])-int(of[i]), int(of[i])-int(c[i]))
		}
		if far < distance {
			best, distance = int32(k), far
		}
	}
	return best
}

// An ownImage is an image of the user and its mask, of equal size. Without a mask all labels are
// unknown.
type ownImage struct {
	imagePair
	colours *labelColours
	others  bool   // other colours are allowed
	scores  string // folder of the scores of variables, which replace their features; "": none
}

func (p *ownImage) place() string { return p.photo }

func (p *ownImage) files() (picture, labels []byte, err error) {
	if picture, err = os.ReadFile(p.photo); err == nil && p.mask != "" {
		labels, err = os.ReadFile(p.mask)
	}
	if err == nil && p.scores != "" { // part of the key of the cache
		_, scores, wrong := scoremap.Find(p.scores, p.photo)
		labels, err = append(labels, scores...), wrong
	}
	return picture, labels, err
}

// score replaces the features of the variables of g by the scores of p, if it has some. of returns
// the variable of a pixel.
func score(p photograph, g *pixelGraph, size image.Point, of func(pixel int) int) error {
	own, ok := p.(*ownImage)
	if !ok || own.scores == "" {
		return nil
	}
	path, content, err := scoremap.Find(own.scores, own.photo)
	if err == nil {
		g.Node, err = scoremap.Read(path, content, len(own.colours.names), size, of, len(g.Size))
	}
	return err
}

func (p *ownImage) picture(most int) (image.Image, error) { return readImage(p.photo, most) }

func (p *ownImage) labels(picture image.Image, most int) ([]int32, error) {
	size := picture.Bounds().Size()
	if p.mask == "" {
		return slices.Repeat([]int32{sp.Unknown}, size.X*size.Y), nil
	}
	mask, err := readMask(p.mask, most)
	if err != nil {
		return nil, err
	}
	if of := mask.Bounds().Size(); of != size {
		return nil, fmt.Errorf("%s has %d×%d pixels, its mask %s has %d×%d", p.photo, size.X, size.Y,
			p.mask, of.X, of.Y)
	}
	return p.colours.of(p.mask, mask, p.others)
}
