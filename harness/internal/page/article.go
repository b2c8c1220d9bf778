package page

import (
	"html/template"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// An article shows one run. All anchors in it begin with its ID.
type article struct {
	ID, Name, About string
	Facts           []fact
	Table           linkedTable
	Sections        []*section
	Curves          []*curves
	NoCurves        string // reason for no curves
	Pictures        []Picture
	Learners        []*learner
	Folder          string
	File, Text      string
	Suite           bool // the file is a suite, which can be run
	// beginning of the key of a successful fit, for examples; "" if there is none
	Key string
}

// A section is a section of package study with its charts drawn.
type section struct {
	*study.Section
	Charts []template.HTML
}

func newArticle(r *Run, id string) (*article, error) {
	s := &article{
		ID: id, Name: r.Suite.Name, About: r.Suite.About, Folder: r.Folder, File: r.File,
		Suite: r.File == suite.FileName, Text: string(r.Text), Pictures: r.Pictures,
		Facts: facts(r), Table: newTable(r, id), Learners: learners(r, id),
	}
	for _, p := range table.FitsOf(r.Entries, r.Fits) {
		if p.Fit != nil && p.Fit.Outcome.Good() {
			s.Key = short(p.Fit.Key)
			break
		}
	}
	sections, err := study.Sections(&r.Run)
	if err != nil {
		return nil, err
	}
	for _, p := range sections {
		charts, err := draw(p.Charts)
		if err != nil {
			return nil, err
		}
		s.Sections = append(s.Sections, &section{p, charts})
	}
	s.Curves, s.NoCurves, err = newCurves(r)
	return s, err
}

// draw returns charts as elements of the page.
func draw(charts []*chart.Chart) (all []template.HTML, err error) {
	for _, c := range charts {
		svg, err := c.HTML()
		if err != nil {
			return nil, err
		}
		all = append(all, template.HTML(svg)) // package chart escapes it
	}
	return all, nil
}
