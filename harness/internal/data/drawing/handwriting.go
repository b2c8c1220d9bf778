package drawing

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

// Writing are the arguments of a [Handwriting].
type Writing struct {
	Noise float64 `json:"noise" range:"[0,0.5]" help:"probability that a pixel is flipped"`
	Shift int     `json:"shift" range:"[0,3]" help:"largest displacement of a glyph, in pixels"`
	Seed  uint64  `json:"seed" help:"of language, glyphs and words"`
}

const (
	// Letters is the number of labels.
	Letters                 = 26
	glyphRows, glyphColumns = 16, 8
	// GlyphPixels is the number of pixels of a letter: rows of columns.
	GlyphPixels = glyphRows * glyphColumns
)

// A Handwriting is the hidden Markov model of "chains": a bigram language and a glyph per letter.
// All its numbers are integers: it writes the same words on every machine.
type Handwriting struct {
	Writing
	first  [Letters]uint64          // weights of the first letter
	next   [Letters][Letters]uint64 // weights of the next letter
	glyphs [Letters][]bool          // rows × columns, true is ink
	flip   uint64                   // noise in units of 2^-32
}

// NewHandwriting draws the language and the glyphs.
func NewHandwriting(a Writing) *Handwriting {
	h := &Handwriting{Writing: a, flip: uint64(a.Noise * (1 << 32))}
	h.language(rand.New(rand.NewPCG(a.Seed, 0x6c616e6775616765))) // a stream for the language
	h.draw(rand.New(rand.NewPCG(a.Seed, 0x676c79706873)))         // and one for the glyphs
	return h
}

// language gives every letter a few favourite successors, as in natural words:
// the five likeliest share five sixths of the weight.
func (h *Handwriting) language(r *rand.Rand) {
	for k := range Letters {
		h.first[k] = 1 + r.Uint64N(8)
		for l := range Letters {
			h.next[k][l] = 1
		}
		for i, l := range r.Perm(Letters)[:5] {
			h.next[k][l] = [...]uint64{40, 28, 20, 14, 10}[i]
		}
	}
}

// draw makes the glyphs: two strokes along curves. Letters come in pairs that differ in two to four
// pixels of a short stroke, like c and e or h and n. Pixels alone leave doubt; neighbours resolve
// it.
func (h *Handwriting) draw(r *rand.Rand) {
	for k := 0; k < Letters; k += 2 {
		h.glyphs[k] = h.redraw(r, make([]bool, GlyphPixels), 2, 1, glyphRows+glyphColumns, GlyphPixels/2)
		h.glyphs[k+1] = h.redraw(r, h.glyphs[k], 1, 4, 2, 4)
	}
}

// redraw adds strokes to a copy of glyph from until at least lo and at most hi pixels are new. It
// gives up after many attempts.
func (h *Handwriting) redraw(r *rand.Rand, from []bool, strokes, short, lo, hi int) []bool {
	var g []bool
	for range 1000 {
		g = slices.Clone(from)
		for range strokes {
			h.stroke(r, g, short)
		}
		added := 0
		for j, v := range g {
			if v && !from[j] {
				added++
			}
		}
		if lo <= added && added <= hi {
			break
		}
	}
	return g
}

// stroke draws a quadratic Bézier curve, two pixels wide, within 1/short of the
// glyph's height and width.
func (h *Handwriting) stroke(r *rand.Rand, glyph []bool, short int) {
	height, width := glyphRows/short, glyphColumns/short
	oy, ox := r.IntN(glyphRows-height+1), r.IntN(glyphColumns-width+1)
	var py, px [3]int
	for i := range py {
		py[i], px[i] = oy+r.IntN(height), ox+r.IntN(width)
	}
	const steps = 64
	for t := range steps + 1 {
		a, b, c := (steps-t)*(steps-t), 2*t*(steps-t), t*t
		y := (a*py[0] + b*py[1] + c*py[2]) / (steps * steps)
		x := (a*px[0] + b*px[1] + c*px[2]) / (steps * steps)
		glyph[y*glyphColumns+x] = true
		if x+1 < glyphColumns {
			glyph[y*glyphColumns+x+1] = true
		}
	}
}

// Word writes word i. It depends only on i and the arguments: a larger dataset begins with a
// smaller one.
func (h *Handwriting) Word(i int) sp.Instance {
	r := rand.New(rand.NewPCG(h.Seed, uint64(i)+1))
	n := 3 + r.IntN(6) + r.IntN(7)
	x := sp.Instance{
		ID: "word-" + strconv.Itoa(i), Weight: 1, K: Letters,
		Node:  sp.Rows{N: n, D: GlyphPixels + 1, Start: make([]int32, 1, n+1)},
		Edges: sp.ChainEdges(n),
		Gold:  make([]int32, n),
	}
	weights := &h.first
	for t := range x.Gold {
		k := pick(r, weights[:])
		x.Gold[t] = int32(k)
		weights = &h.next[k]
		dy, dx := r.IntN(2*h.Shift+1)-h.Shift, r.IntN(2*h.Shift+1)-h.Shift
		for j := range GlyphPixels {
			if h.ink(k, j/glyphColumns-dy, j%glyphColumns-dx) != (r.Uint64()>>32 < h.flip) {
				x.Node.Index = append(x.Node.Index, int32(j))
			}
		}
		x.Node.Index = append(x.Node.Index, int32(GlyphPixels))
		x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
	}
	x.Node.Index = slices.Clone(x.Node.Index) // without room to grow
	return x
}

// ink reports whether glyph k covers a pixel. Outside of the glyph there is no ink.
func (h *Handwriting) ink(k, y, x int) bool {
	return y >= 0 && y < glyphRows && x >= 0 && x < glyphColumns && h.glyphs[k][y*glyphColumns+x]
}

// pick draws an index with probability proportional to its weight.
func pick(r *rand.Rand, weights []uint64) int {
	total := uint64(0)
	for _, w := range weights {
		total += w
	}
	u := r.Uint64N(total)
	for i, w := range weights {
		if u < w {
			return i
		}
		u -= w
	}
	panic("drawing: weights do not add up")
}
