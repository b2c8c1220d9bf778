package grid

import (
	"regexp"
	"slices"
	"strings"
)

// A formula is math of LaTeX in a label, such as $\lambda$ or F$_1$: no blanks stand beside its
// dollar signs.
var formula = regexp.MustCompile(`\$[^\s$%#&]([^$%#&]*[^\s$%#&])?\$`)

// outside applies text to what is outside of formulas, and math to the formulas.
func outside(s string, text, math func(string) string) string {
	var b strings.Builder
	at := 0
	for _, m := range formula.FindAllStringIndex(s, -1) {
		b.WriteString(text(s[at:m[0]]) + math(s[m[0]:m[1]]))
		at = m[1]
	}
	return b.String() + text(s[at:])
}

func same(s string) string { return s }

// Plain writes the formulas of a label with symbols of Unicode: $\lambda_1$ becomes λ₁. It drops
// commands without a symbol, such as \mathrm.
func Plain(s string) string { return outside(s, same, plainMath) }

func plainMath(s string) string {
	s = command.ReplaceAllStringFunc(s[1:len(s)-1], func(name string) string {
		if at := slices.Index(symbols, strings.TrimRight(name, " ")); at >= 0 {
			return symbols[at+1]
		}
		return ""
	})
	s = script.ReplaceAllStringFunc(s, func(s string) string {
		digits := []rune("₀₁₂₃₄₅₆₇₈₉₊₋")
		if s[0] == '^' {
			digits = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
		}
		return strings.Map(func(r rune) rune {
			if at := strings.IndexRune("0123456789+-", r); at >= 0 {
				return digits[at]
			}
			return -1
		}, s)
	})
	return strings.NewReplacer("{", "", "}", "").Replace(s)
}

var (
	command = regexp.MustCompile(`\\([a-zA-Z]+ *|.)`)
	script  = regexp.MustCompile(`[_^](\{[-+0-9]+\}|[0-9])`)
	symbols = strings.Fields(`\alpha α \beta β \gamma γ \delta δ \epsilon ε
		\varepsilon ε \zeta ζ \eta η \theta θ \iota ι \kappa κ \lambda λ \mu μ \nu ν \xi ξ \pi π
		\rho ρ \sigma σ \tau τ \upsilon υ \phi φ \varphi φ \chi χ \psi ψ \omega ω \Gamma Γ \Delta Δ
		\Theta Θ \Lambda Λ \Xi Ξ \Pi Π \Sigma Σ \Phi Φ \Psi Ψ \Omega Ω \ell ℓ \infty ∞ \pm ±
		\times × \cdot · \leftarrow ← \leq ≤ \le ≤ \geq ≥ \ge ≥ \neq ≠ \ne ≠ \approx ≈ \sim ∼
		\rightarrow → \to → \uparrow ↑ \downarrow ↓ \sum ∑ \dagger †`)  // pairs
)

// Plain returns the grid with plain labels, for formats without formulas. Footnotes quote messages
// of programs, which have none.
func (g Grid) Plain() Grid {
	g.Title, g.Heads, g.Notes = Plain(g.Title), slices.Clone(g.Heads), slices.Clone(g.Notes)
	for i, h := range g.Heads {
		g.Heads[i].Top, g.Heads[i].Bottom = Plain(h.Top), Plain(h.Bottom)
	}
	for i, note := range g.Notes {
		g.Notes[i] = Plain(note)
	}
	g.Rows, g.More = plainRows(g.Rows), plainRows(g.More)
	return g
}

func plainRows(rows [][]Cell) [][]Cell {
	rows = slices.Clone(rows)
	for r := range rows {
		rows[r] = slices.Clone(rows[r])
		for c := range rows[r] {
			rows[r][c].Text = Plain(rows[r][c].Text)
		}
	}
	return rows
}
