// Package grid holds tables as readers see them, words and rounded numbers, and writes them.
//
// A [Grid] is plain data. Each format is a file with one writer and its escaping, and a line in
// [Formats]; a page shows grids by a template of package page.
package grid

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
)

// A Grid is a table with its title and its notes.
type Grid struct {
	Title     string
	Label     string // format latex: the name for \ref; on pages: how anchors of footnotes begin
	Heads     []Head
	Rows      [][]Cell // each parallel to Heads
	More      [][]Cell // rows for pages, CSV and JSON; too many for the other formats
	Notes     []string // sentences under the table
	Footnotes []string // Cell.Note counts from 1
	Width     int      // format text: of the terminal, in characters; 0 or less: any

	Data any // format json: the unrounded numbers; nil: the texts of the cells
}

// A Head is the heading of a column, in up to three lines. Neighbours with one Top form a group.
type Head struct {
	Top, Bottom, Third string
	Result             bool   // cells are results: text aligns means and deviations among themselves
	Number             bool   // cells are other numbers, or words aligned to the right
	Kind               string // its name for callers
	Optional           bool   // format text leaves it out if the grid is wider than Grid.Width
}

// Right reports whether the column is aligned to the right.
func (h Head) Right() bool { return h.Result || h.Number }

// A Cell is a word, or a rounded number with its deviation.
type Cell struct {
	Text, Spread string
	Value        float64 // the number behind Text; NaN: Text is a word
	Number       bool    // Text is a number among results
	Bold         bool    // format text: a star instead, unless there is a Mark
	Mark         string  // of significance
	Tail         string  // after the mark, such as "(7 of 10)"
	Note         int     // footnote, from 1; 0: none
	Again        bool    // the same as in the row above
}

// Numeric reports whether there is a number behind the text.
func (c Cell) Numeric() bool { return c.Value == c.Value }

// New returns a grid with these columns of words.
func New(words ...string) *Grid {
	g := &Grid{}
	for _, word := range words {
		g.Heads = append(g.Heads, Head{Bottom: word})
	}
	return g
}

// Numbers adds columns of numbers.
func (g *Grid) Numbers(names ...string) *Grid {
	for _, name := range names {
		g.Heads = append(g.Heads, Head{Bottom: name, Number: true})
	}
	return g
}

// Add adds a row.
func (g *Grid) Add(texts ...string) { g.Rows = append(g.Rows, Row(texts...)) }

// Row returns cells with these texts.
func Row(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i] = Cell{Text: text, Value: math.NaN()}
	}
	return cells
}

// Select returns the grid with some of its columns, in that order.
func (g Grid) Select(columns []int) Grid {
	g.Heads = Pick(g.Heads, columns)
	rows := g.Rows
	g.Rows = make([][]Cell, len(rows))
	for r, row := range rows {
		g.Rows[r] = Pick(row, columns)
	}
	return g
}

// Folded returns the grid with the rows in More alone.
func (g Grid) Folded() *Grid {
	g.Rows, g.More = g.More, nil
	return &g
}

// Pick returns the elements of list at places; nil of nil.
func Pick[T any](list []T, places []int) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(places))
	for i, at := range places {
		out[i] = list[at]
	}
	return out
}

// Words returns the number of columns of words at the left.
func (g *Grid) Words() int {
	n := slices.IndexFunc(g.Heads, Head.Right)
	if n < 0 {
		return len(g.Heads)
	}
	return n
}

// tops reports whether a head has a first line.
func (g *Grid) tops() bool {
	return slices.ContainsFunc(g.Heads, func(h Head) bool { return h.Top != "" })
}

// thirds reports whether a head has a third line.
func (g *Grid) thirds() bool {
	return slices.ContainsFunc(g.Heads, func(h Head) bool { return h.Third != "" })
}

// group returns the first column after the group of column c.
func (g *Grid) group(c int) int {
	end := c + 1
	for g.Heads[c].Top != "" && end < len(g.Heads) && g.Heads[end].Top == g.Heads[c].Top {
		end++
	}
	return end
}

// Texts returns the texts of rows.
func Texts(rows [][]Cell) [][]string {
	var all [][]string
	for _, row := range rows {
		var texts []string
		for _, c := range row {
			texts = append(texts, c.Text)
		}
		all = append(all, texts)
	}
	return all
}

// names returns the headings, each in one line. Third lines are left out.
func (g *Grid) names() (names []string) {
	for _, h := range g.Heads {
		names = append(names, strings.TrimSpace(h.Top+" "+h.Bottom))
	}
	return names
}

// MarshalJSON writes the texts.
func (g *Grid) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Head []string   `json:"head"`
		Rows [][]string `json:"rows"`
		More [][]string `json:"more,omitempty"`
	}{g.names(), Texts(g.Rows), Texts(g.More)})
}

// formats are the writers by name, the default first.
var formats = []struct {
	name  string
	write func(*Grid, *bytes.Buffer) error
}{
	{"text", (*Grid).text},
	{"markdown", (*Grid).markdown},
	{"latex", (*Grid).latex},
	{"csv", (*Grid).csv},
	{"json", (*Grid).json},
}

// Formats returns the names of the formats, the default first.
func Formats() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Write writes the grid in one of the [Formats]. The bytes depend on the grid alone.
func (g *Grid) Write(w io.Writer, format string) error {
	at := slices.Index(Formats(), format)
	if at < 0 {
		return fmt.Errorf("grid: no format is called %q; there are %s", format,
			strings.Join(Formats(), ", "))
	}
	var b bytes.Buffer
	err := formats[at].write(g, &b)
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("grid: write %s: %w", format, err)
	}
	return nil
}

// json writes the data, or the texts.
func (g *Grid) json(b *bytes.Buffer) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if g.Data == nil {
		return enc.Encode(g)
	}
	return enc.Encode(g.Data)
}

// formula finds math of LaTeX in labels, such as $\lambda$ or F$_1$: no blanks stand beside the
// dollar signs.
var formula = regexp.MustCompile(`\$[^\s$%#&]([^$%#&]*[^\s$%#&])?\$`)

// Plain writes the formulas of a label with symbols of Unicode: $\lambda_1$ becomes λ₁. It drops
// braces and commands without a symbol, such as \mathrm.
func Plain(label string) string {
	return formula.ReplaceAllStringFunc(label, func(s string) string {
		return command.ReplaceAllString(symbols.Replace(s[1:len(s)-1]), "")
	})
}

// symbols are pairs. The longer of two commands with the same beginning stands first.
var symbols = strings.NewReplacer(strings.Split(`\alpha,α,\beta,β,\gamma,γ,\delta,δ,\epsilon,ε,`+
	`\varepsilon,ε,\zeta,ζ,\eta,η,\theta,θ,\iota,ι,\kappa,κ,\lambda,λ,\mu,μ,\nu,ν,\xi,ξ,\pi,π,`+
	`\rho,ρ,\sigma,σ,\tau,τ,\upsilon,υ,\phi,φ,\varphi,φ,\chi,χ,\psi,ψ,\omega,ω,\Gamma,Γ,\Delta,Δ,`+
	`\Theta,Θ,\Lambda,Λ,\Xi,Ξ,\Pi,Π,\Sigma,Σ,\Phi,Φ,\Psi,Ψ,\Omega,Ω,\ell,ℓ,\infty,∞,\pm,±,`+
	`\times,×,\cdot,·,\leftarrow,←,\left,,\leq,≤,\le,≤,\geq,≥,\ge,≥,\neq,≠,\ne,≠,\approx,≈,`+
	`\sim,∼,\rightarrow,→,\right,,\to,→,\uparrow,↑,\downarrow,↓,\sum,∑,\dagger,†,^{-1},⁻¹,`+
	`_0,₀,_1,₁,_2,₂,_3,₃,_4,₄,_5,₅,_6,₆,_7,₇,_8,₈,_9,₉,`+
	`^0,⁰,^1,¹,^2,²,^3,³,^4,⁴,^5,⁵,^6,⁶,^7,⁷,^8,⁸,^9,⁹`, ",")...)

// command finds what is left of commands, and braces.
var command = regexp.MustCompile(`\\([a-zA-Z]+ *|.)|[{}]`)
