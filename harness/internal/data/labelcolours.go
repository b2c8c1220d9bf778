package data

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/internal/data/scoremap"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/sp"
)

// labelColours maps colours of a mask to labels.
type labelColours struct {
	names          []string   // by ascending colour
	colours        [][3]uint8 // of each label
	tolerance      int
	index, numbers bool // colours are numbers in palettes; some are grey values
}

var errNoColours = errors.New(`labels: want the colour of two labels or more in masks, such as {background: "#000000", horse: "#ffffff"}`)

// readLabelColours reads labels, an object such as {"background": "#000000", "horse": 255}.
func (a *imagesArgs) readLabelColours() (*labelColours, error) {
	all := map[string]any{}
	if err := json.Unmarshal(a.Labels, &all); err != nil || len(all) < 2 {
		return nil, errNoColours
	}
	l, nameOf := &labelColours{tolerance: a.Tolerance, index: a.Index}, map[[3]uint8]string{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		c, err := l.colourOf(all[name])
		if err != nil {
			return nil, fmt.Errorf("labels: %s: %w", name, err)
		}
		if other, twice := nameOf[c]; twice {
			return nil, fmt.Errorf("labels: %s and %s have the same colour, %s", other, name,
				l.colourText(c))
		}
		nameOf[c] = name
	}
	l.colours = slices.SortedFunc(maps.Keys(nameOf), func(a, b [3]uint8) int {
		return slices.Compare(a[:], b[:])
	})
	for _, c := range l.colours {
		l.names = append(l.names, nameOf[c])
	}
	return l, nil
}

// colourOf reads #rrggbb, or a grey value or index in 0..255.
func (l *labelColours) colourOf(value any) ([3]uint8, error) {
	switch v := value.(type) {
	case float64:
		if g := uint8(v); float64(g) == v {
			l.numbers = true
			return [3]uint8{g, g, g}, nil
		}
	case string:
		c, err := hex.DecodeString(strings.TrimPrefix(v, "#"))
		if err == nil && len(v) == 7 && !l.index {
			return [3]uint8(c), nil
		}
	}
	return [3]uint8{}, fmt.Errorf("want a colour such as \"#ff8000\" in quotes, or a grey value in "+
		"0..255; with index: true, a number in 0..255; got %v", value)
}

// coloursIn lists the colours of the first masks, the most frequent ones first.
func (a *imagesArgs) coloursIn(pairs []imagePair) string {
	const masks, most = 20, 8
	pairs = pairs[:min(len(pairs), masks)]
	count, texts := map[[3]uint8]int{}, map[string]int{}
	for _, p := range pairs {
		mask, err := raster.ReadMask(p.mask, p.page, mostScaled, a.Index)
		if err != nil {
			return err.Error()
		}
		size := mask.Bounds().Size()
		for i := range size.X * size.Y {
			count[colourAt(mask, i)]++
		}
	}
	for c, n := range count {
		texts[(&labelColours{index: a.Index}).colourText(c)] = n
	}
	return fmt.Sprintf("pixels of %d masks: %s", len(pairs), ordered.ByCount(texts, most))
}

// colourAt returns red, green and blue of pixel i, row by row.
func colourAt(m image.Image, i int) [3]uint8 {
	r := m.Bounds()
	c := color.NRGBAModel.Convert(m.At(r.Min.X+i%r.Dx(), r.Min.Y+i/r.Dx())).(color.NRGBA)
	return [3]uint8{c.R, c.G, c.B}
}

// colourText writes a colour.
func (l *labelColours) colourText(c [3]uint8) string {
	if l.index {
		return fmt.Sprint(c[0])
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}

// of returns the label of each pixel of a mask, row by row. Other colours are of unknown label, or
// an error.
func (l *labelColours) of(path string, mask image.Image, unknown bool) ([]int32, error) {
	_, palette := mask.(*image.Paletted)
	size := mask.Bounds().Size()
	gold := make([]int32, size.X*size.Y)
	for i := range gold {
		c := colourAt(mask, i)
		k := l.label(c)
		if k == sp.Unknown && palette && l.numbers && (c[0] != c[1] || c[1] != c[2]) {
			return nil, fmt.Errorf("%s has a palette with the colour %s, and labels have numbers: write "+
				"index: true if they are those of the palette, else colours in quotes", path, l.colourText(c))
		}
		if k == sp.Unknown && !unknown {
			hint := "correct labels, or set others: void"
			if ending := strings.ToLower(filepath.Ext(path)); ending == ".jpg" || ending == ".jpeg" {
				hint = "JPEG changes colours: set a tolerance, such as 100"
			}
			return nil, fmt.Errorf("%s: pixel (%d, %d) has the colour %s, which is no label's "+
				"(tolerance: %d)\nhint: %s", path, i%size.X, i/size.X, l.colourText(c), l.tolerance, hint)
		}
		gold[i] = k
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
	if picture, err = raster.ReadFile(p.photo, p.page, mostPixels); err == nil && p.mask != "" {
		labels, err = raster.ReadFile(p.mask, p.page, mostPixels)
	}
	if err == nil && p.scores != "" { // part of the key of the cache
		_, scores, wrong := scoremap.Find(p.scores, p.name())
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
	path, content, err := scoremap.Find(own.scores, own.name())
	if err == nil {
		g.Node, err = scoremap.Read(path, content, len(own.colours.names), size, of, len(g.Size))
	}
	return err
}

func (p *ownImage) picture(most int) (image.Image, error) {
	return raster.ReadImage(p.photo, p.page, most)
}

func (p *ownImage) labels(picture image.Image, most int) ([]int32, error) {
	size := picture.Bounds().Size()
	if p.mask == "" {
		return slices.Repeat([]int32{sp.Unknown}, size.X*size.Y), nil
	}
	mask, err := raster.ReadMask(p.mask, p.page, most, p.colours.index)
	if err != nil {
		return nil, err
	}
	if of := mask.Bounds().Size(); of != size {
		return nil, fmt.Errorf("%s has %d×%d pixels, its mask %s has %d×%d", p.photo, size.X, size.Y,
			p.mask, of.X, of.Y)
	}
	return p.colours.of(p.mask, mask, p.others)
}
