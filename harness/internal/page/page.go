package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/study"
)

// A Run is the content of a page on one run.
type Run struct {
	study.Run
	Folder   string // name of the run folder, without its path
	File     string // name of the suite file
	Text     []byte // content of that file
	Pictures []Picture
}

//go:embed page.css
var style string

//go:embed page.html
var text string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"add": func(a, b int) int { return a + b }, "plain": grid.Plain,
	"source": source, "width": width,
}).Parse(text))

// policy forbids all requests and scripts.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

// A document is the data of the template.
type document struct {
	Policy string
	Style  template.CSS
	*article
}

// Write writes a page of a run. Equal runs give equal bytes.
func Write(w io.Writer, r *Run) error {
	a, err := newArticle(r)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	d := document{Policy: policy, Style: template.CSS(style), article: a}
	var b bytes.Buffer
	if err := page.Execute(&b, &d); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}
