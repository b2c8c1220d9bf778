package grid_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/grid"
)

// TestFormulas: LaTeX keeps formulas of labels and escapes the rest; other formats have symbols.
func TestFormulas(t *testing.T) {
	for _, c := range []struct{ label, text, latex string }{
		{"CRF", "CRF", "CRF"},
		{`CRF $\lambda = 0.1$`, "CRF λ = 0.1", `CRF $\lambda = 0.1$`},
		{`macro F$_1$ & x_y`, "macro F₁ & x_y", `macro F$_1$ \& x\_y`},
		{`$R^{-1}$, $x^2_{ij}$`, "R⁻¹, x²_ij", `$R^{-1}$, $x^2_{ij}$`},
		{`loss $\downarrow$`, "loss ↓", `loss $\downarrow$`},
		{`$\lambda_{\mathrm{max}}$`, "λ_max", `$\lambda_{\mathrm{max}}$`},
		{`$\leftarrow\left(\le\right)$`, "←(≤)", `$\leftarrow\left(\le\right)$`},
		{"5 $ or 6 $", "5 $ or 6 $", `5 \$ or 6 \$`},
		{"$a & b$", "$a & b$", `\$a \& b\$`},
		{"$", "$", `\$`},
	} {
		if got := grid.Plain(c.label); got != c.text {
			t.Errorf("%s: %q, want %q", c.label, got, c.text)
		}
		g := grid.New("label")
		g.Title, g.Notes = c.label, []string{c.label}
		g.Footnotes = []string{`panic: $x_1$`} // a message of a program
		g.Add(c.label)
		for format, want := range map[string]string{"text": c.text, "latex": c.latex,
			"csv": c.label} {
			var b bytes.Buffer
			if err := g.Write(&b, format); err != nil {
				t.Fatal(err)
			}
			n := 3
			if format == "csv" {
				n = 1
			}
			if strings.Count(b.String(), want) < n {
				t.Errorf("%s: not %d times %q in\n%s", format, n, want, b.String())
			}
			if format == "latex" && !strings.Contains(b.String(), `panic: \$x\_1\$`) {
				t.Errorf("a formula in a message:\n%s", b.String())
			}
		}
		if g.Title != c.label {
			t.Errorf("the grid has changed: %q", g.Title)
		}
	}
}
