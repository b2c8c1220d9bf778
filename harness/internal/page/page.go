package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/study"
)

// A Run is the content of a page on one run.
type Run struct {
	study.Run
	Folder   string // name of the run folder, without its path
	File     string // name of the suite file
	Text     []byte // content of that file
	Pictures []Picture
	Logs     map[string][]string // last lines of the log of a fit, by its key
}

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.html
var text string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"add": func(a, b int) int { return a + b }, "plain": grid.Plain,
}).Parse(text))

// policy forbids all requests, and all scripts except this one.
var policy = fmt.Sprintf("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-%s'; "+
	"img-src data:; base-uri 'none'; form-action 'none'",
	digest(script))

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// A document is the data of the template.
type document struct {
	Title, Policy string
	Style         template.CSS
	Script        template.HTML // the element
	Labels        []string      // of learners
	Joint         *joint        // nil for one run
	Runs          []*article
}

// A joint is what several runs have in common.
type joint struct {
	Sections []*section // summary and ranks; the first has results
	Table    results
}

// Write writes a page with an article for each run, in their order. Before several runs it shows
// their joint table. Equal runs give equal bytes.
func Write(w io.Writer, runs []*Run) error {
	d := document{
		Policy: policy, Style: template.CSS(style), // texts of this package
		Script: template.HTML("<script>" + script + "</script>"),
	}
	var joined []*study.Run
	for i, r := range runs {
		joined = append(joined, &r.Run)
		for _, l := range r.Suite.Learners {
			d.Labels = ordered.Add(d.Labels, grid.Plain(l.Label))
		}
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
	if len(runs) > 1 {
		all := study.Join(joined)
		sections, err := newSections(all, "joint", "summary", "ranks")
		if err != nil {
			return fmt.Errorf("page: %w", err)
		}
		d.Joint = &joint{sections, newJointResults(all)}
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
