package page

import (
	"html/template"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// A section shows one run. Its ID starts those of all that is in it.
type section struct {
	ID, Name, About string
	Facts           []fact
	Table           linkedTable
	Parts           []*part
	Curves          []*curves
	NoCurves        string // why there are none
	Pictures        []Picture
	Learners        []*learner
	Folder          string
	File, Text      string
	Suite           bool   // the file is that of a suite, which can be run
	Key             string // start of that of a fit that ended well, for an example; "" without one
}

// A part is one of package study with its charts drawn.
type part struct {
	*study.Part
	Charts []template.HTML
}

func newSection(r *Run, id string) (*section, error) {
	s := &section{
		ID: id, Name: r.Suite.Name, About: r.Suite.About, Folder: r.Folder, File: r.File, Suite: r.File == suite.FileName, Text: string(r.Text), Pictures: r.Pictures,
		Facts: facts(r), Table: newTable(r, id), Learners: learners(r, id),
	}
	for _, p := range table.FitsOf(r.Entries, r.Fits) {
		if p.Fit != nil && p.Fit.Outcome.Good() {
			s.Key = short(p.Fit.Key)
			break
		}
	}
	parts, err := study.Parts(&r.Run)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		charts, err := draw(p.Charts)
		if err != nil {
			return nil, err
		}
		s.Parts = append(s.Parts, &part{p, charts})
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
		all = append(all, template.HTML(svg)) // package chart escapes
	}
	return all, nil
}
