package page

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"html/template"
	"image"
	_ "image/jpeg" // of photographs
	_ "image/png"
	"net/http"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/figure"
	"github.com/spbench/spbench/harness/internal/table/layout"
)

// An article shows the run.
type article struct {
	Name, About string
	Facts       []fact
	Summary     *section // nil if it is empty
	Table       results
	Sections    []*section // the others
	Curves      []*curves
	NoCurves    string // reason for no curves
	Pictures    []Picture
	Folder      string
	File, Text  string
	Suite       bool // the file is a suite, which can be run
	// beginning of the key of a successful fit, for examples; "" if there is none
	Key string
}

// A section is a section of package study with its charts drawn.
type section struct {
	*study.Section
	Charts []template.HTML
}

// A paragraph is text after a title in bold, "" for none.
type paragraph struct{ Title, Text string }

// Paragraphs returns the text of the section. Sentences on a chart begin with its title.
func (s *section) Paragraphs() (all []paragraph) {
	for _, text := range s.Text {
		p := paragraph{"", text}
		for _, c := range s.Section.Charts {
			if rest, ok := strings.CutPrefix(text, c.Title+": "); ok {
				p = paragraph{c.Title, rest}
			}
		}
		all = append(all, p)
	}
	return all
}

func newArticle(r *Run) (*article, error) {
	s := &article{
		Name: r.Suite.Name, About: r.Suite.About, Folder: r.Folder, File: r.File,
		Suite: r.File == suite.FileName, Text: string(r.Text), Pictures: r.Pictures,
		Facts: facts(r), Table: newResults(r),
	}
	for _, p := range table.FitsOf(r.Entries) {
		if p.Fit.Outcome.Good() {
			s.Key = short(p.Fit.Key)
			break
		}
	}
	sections, err := newSections(&r.Run)
	if err != nil {
		return nil, err
	}
	if s.Sections = sections; sections[0].Empty == "" {
		s.Summary, s.Sections = sections[0], sections[1:]
	}
	s.Curves, s.NoCurves, err = newCurves(r)
	return s, err
}

// newSections builds and draws all sections.
func newSections(r *study.Run) (all []*section, err error) {
	counts := func(m table.Metric) bool {
		return strings.Contains(m.Args, "f1") || strings.Contains(m.Args, "iou")
	}
	if !slices.ContainsFunc(r.Metrics, counts) {
		r.Data = nil
	}
	sections, err := study.Sections(r)
	for _, p := range sections {
		drawn, failed := draw(p.Charts)
		err = cmp.Or(err, failed)
		if p.Grid != nil {
			p.Grid.Title = p.Title
		}
		all = append(all, &section{p, drawn})
	}
	return all, err
}

// draw draws charts as elements of the page.
func draw(charts []*chart.Chart) (drawn []template.HTML, err error) {
	for _, c := range charts {
		svg, err := c.HTML()
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, template.HTML(svg)) // package chart escapes it
	}
	return drawn, nil
}

// curves are the curves of one dataset.
type curves struct {
	Dataset string
	Charts  []template.HTML
	Caption []string
}

// newCurves draws the curves of a run, by dataset. If there are none, none is the reason.
func newCurves(r *Run) (all []*curves, none string, err error) {
	byDataset, err := figure.NewCurves(r.Suite.Name, r.Entries, r.Loss)
	if err != nil {
		return nil, strings.TrimPrefix(err.Error(), "figure: "), nil
	}
	for _, c := range byDataset {
		drawn := &curves{Dataset: c.Dataset}
		all = append(all, drawn)
		figure, err := c.Figure([]string{"objective", "gap", "loss"},
			[]string{"passes", "calls", "seconds"})
		if err != nil {
			drawn.Caption = []string{strings.TrimPrefix(err.Error(), "figure: ")}
			continue
		}
		drawn.Caption = slices.Clone(figure.Caption())
		for _, m := range figure.Missing {
			drawn.Caption = append(drawn.Caption, "Not drawn: "+m+".")
		}
		if drawn.Charts, err = draw(slices.Concat(figure.Charts()...)); err != nil {
			return nil, "", err
		}
	}
	return all, "", nil
}

// A Picture shows one test instance: an image, or a sequence as a table.
type Picture struct {
	Title    string
	Images   [][]byte // the photograph, if it is apart, and the panels, in PNG or JPEG
	Sequence *figure.Sequence
	Note     string // a sentence above it; "" for none
	None     string // reason for no picture; then only Title is set too
}

// source returns an image as a data URL.
func source(m []byte) template.URL {
	return template.URL("data:" + http.DetectContentType(m) + ";base64," +
		base64.StdEncoding.EncodeToString(m))
}

// width returns the width of an image on the page, in CSS pixels. A point has two pixels of it.
func width(m []byte) (int, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(m))
	return c.Width / 2, err
}

// A results is the table of results.
type results struct {
	*grid.Grid          // its title is for screen readers
	Rest       []string // notes that are folded
}

// newResults returns the results of a run.
func newResults(r *Run) results {
	g := layout.Grid(r.Table, "Bold")
	g.Title, g.Label = "Table of results of "+r.Suite.Name, "results"
	t, all := results{Grid: &g}, g.Notes
	g.Notes = nil
	for i, text := range all {
		at, hash := slices.Index(r.Table.Notes, text), i == len(all)-1
		if hash || at >= 0 && r.Table.Levels[at] > table.Short {
			t.Rest = append(t.Rest, text)
		} else { // a full note may repeat a brief one
			g.Notes = ordered.Add(g.Notes, text)
		}
	}
	return t
}
