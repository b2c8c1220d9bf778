package page

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
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
