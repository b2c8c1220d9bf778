package chart

import (
	"bytes"
	"fmt"
	"html"

	"github.com/spbench/spbench/harness/internal/grid"
)

// HTML returns the chart with its legend as an SVG element for a page, without an XML declaration.
// Its label is Alt.
func (c *Chart) HTML() ([]byte, error) {
	var b bytes.Buffer
	if err := c.Write(&b, "svg"); err != nil {
		return nil, err
	}
	_, svg, _ := bytes.Cut(b.Bytes(), []byte("<svg"))
	svg = bytes.ReplaceAll(svg, []byte(plainFont), nil)
	return fmt.Appendf(nil, `<svg role="img" aria-label="%s" font-family="%s"%s`,
		html.EscapeString(grid.Plain(c.Alt)), families, svg), nil
}
