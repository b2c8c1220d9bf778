package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/spbench/spbench/harness/internal/study"
)

// A Run is what is shown of one run.
type Run struct {
	study.Run
	Folder   string // name of the run folder, without its path
	File     string // name of what says what was run
	Text     []byte // of that file
	Pictures []Picture
	Logs     map[string][]string // the last lines that the processes of a fit wrote, by the key of the fit
}

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.html
var text string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"add": func(a, b int) int { return a + b }, "titled": titled, "more": more, "effortNote": func() string { return effortNote },
}).Parse(text))

// policy forbids every request, and every script but this one.
var policy = fmt.Sprintf("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-%s'; img-src data:; base-uri 'none'; form-action 'none'",
	digest(script))

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// A document is what the template shows.
type document struct {
	Title, Policy string
	Style         template.CSS
	Script        template.HTML // the element
	Runs          []*article
}

// Write writes the page of the runs, each a section in their order. The bytes depend on nothing but the runs.
func Write(w io.Writer, runs []*Run) error {
	d := document{
		Policy: policy, Style: template.CSS(style), // its own texts
		Script: template.HTML("<script>" + script + "</script>"),
	}
	for i, r := range runs {
		s, err := newArticle(r, fmt.Sprintf("r%d", i+1))
		if err != nil {
			return fmt.Errorf("page: %s: %w", r.Folder, err)
		}
		d.Runs = append(d.Runs, s)
		if d.Title != "" {
			d.Title += ", "
		}
		d.Title += r.Suite.Name
	}
	var b bytes.Buffer
	if err := page.Execute(&b, &d); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}
