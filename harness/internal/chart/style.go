package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Style distinguishes learners by colour and dashes.
type Style struct {
	Color  color.NRGBA
	Dashes []vg.Length
}

// Palette is the palette of Okabe and Ito (2008) without yellow, which is faint on white. It is
// distinct for readers with any kind of colour vision.
var Palette = []color.NRGBA{
	{0x00, 0x72, 0xB2, 0xFF}, {0xD5, 0x5E, 0x00, 0xFF}, {0x00, 0x9E, 0x73, 0xFF},
	{0xCC, 0x79, 0xA7, 0xFF},
	{0xE6, 0x9F, 0x00, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF}, {0x00, 0x00, 0x00, 0xFF},
}

var dashes = [][]vg.Length{nil, {7, 2.5}, {2, 2}, {7, 2, 2, 2}, {12, 3}}

// StyleOf returns the style of learner i. The first 35 differ.
func StyleOf(i int) Style {
	return Style{Palette[i%len(Palette)], dashes[i%len(dashes)]}
}

var (
	White = color.Gray{0xFF}
	Rule  = color.Gray{0xE4} // of the grid
	Frame = color.Gray{0x60}
	Ink   = color.Gray{0x20}
)

func (s Style) Line() draw.LineStyle {
	return draw.LineStyle{Color: s.Color, Width: vg.Points(1.5), Dashes: s.Dashes}
}

func (s Style) Band() color.NRGBA {
	c := s.Color
	c.A = 0x30
	return c
}

var grey = color.NRGBA{0x80, 0x80, 0x80, 0xFF}

// Font returns a text style of this size.
func Font(size vg.Length) text.Style {
	s := plot.New().Title.TextStyle // has a text handler
	s.Font.Variant, s.Font.Size, s.Color = "Sans", size, Ink
	s.XAlign, s.YAlign = draw.XLeft, draw.YTop
	return s
}
