package figure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/figure"
	"github.com/spbench/spbench/harness/sp"
)

// All that curves show, and against what.
var (
	allY = []string{"objective", "gap", "loss"}
	allX = []string{"passes", "calls", "seconds"}
)

// A point is a checkpoint: passes, F(w), bound, loss. NaN where there is none.
type point struct{ passes, objective, bound, loss float64 }

// fitted makes the record of a fit with those checkpoints, on ten training
// instances and at a tenth of a second per pass.
func fitted(label string, seed uint64, points ...point) record.Fit {
	f := record.Fit{Dataset: "words", Label: label, Seed: record.Seed(seed),
		Outcome: record.Outcome{Kind: record.OK}}
	for _, p := range points {
		f.Checkpoints = append(f.Checkpoints, record.Checkpoint{
			Passes: record.Number(p.passes), Counts: sp.Counts{MAP: int64(6 * p.passes),
				Marginals: int64(4 * p.passes)},
			Values: record.ValuesOf(map[string]record.Number{"bound": record.Number(p.bound)}),
			Loss:   record.Number(p.loss), Objective: record.Number(p.objective),
		})
		f.Times.Checkpoints = append(f.Times.Checkpoints,
			record.Clock{Wall: record.Number(p.passes / 10)})
	}
	if len(points) > 0 && !math.IsNaN(points[0].objective) {
		f.Audit = &record.Audit{Kind: "hinge", Lambda: 0.01}
	}
	return f
}

// entriesOf returns one entry for each planned fit, with its record among the fits.
func entriesOf(t *testing.T, planned, fits []record.Fit) []table.Entry {
	t.Helper()
	var plan []table.Entry
	for _, f := range planned {
		plan = append(plan, table.Entry{Planned: table.Planned{Dataset: f.Dataset, Seed: f.Seed}, Label: f.Label, Decoder: "map"})
	}
	return must(table.FromRecords(plan, fits))(t)
}

func lossOf(string) table.Metric { return hamming }

func curvesOf(t *testing.T, fits ...record.Fit) *figure.Curves {
	t.Helper()
	all, err := figure.NewCurves("a run", entriesOf(t, fits, fits), lossOf)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d datasets, %v", len(all), err)
	}
	return all[0]
}

// list writes learners without a band, by reason.
func list(missing *ordered.Groups[string]) (text string) {
	for why, who := range missing.All() {
		text += why + ": " + strings.Join(who, ", ") + "; "
	}
	return text
}

func TestBandsAreStepsThatLast(t *testing.T) {
	c := curvesOf(t,
		fitted("A", 1, point{1, 8, 0, .5}, point{2, 4, 1, .4}, point{4, 2, 1.5, .3}),
		fitted("A", 2, point{2, 6, 0, .5}, point{3, 5, 2, .2}),
		fitted("A", 3, point{1, 9, 0, .5}, point{8, 1, 1, .1}))
	// At 2 the fits have 4, 6, 9; at 3: 4, 5, 9; at 4: 2, 5, 9; at 8: 2, 5, 1.
	for _, test := range []struct {
		y, x                 string
		at, median, low, max []float64
	}{
		{"objective", "passes", []float64{2, 3, 4, 8}, []float64{6, 5, 5, 2}, []float64{4, 4, 2, 1},
			[]float64{9, 9, 9, 5}},
		{"objective", "calls", []float64{20, 30, 40, 80}, []float64{6, 5, 5, 2},
			[]float64{4, 4, 2, 1}, []float64{9, 9, 9, 5}},
		{"objective", "seconds", []float64{.2, .3, .4, .8}, []float64{6, 5, 5, 2},
			[]float64{4, 4, 2, 1}, []float64{9, 9, 9, 5}},
		{"gap", "passes", []float64{2, 3, 4, 8}, []float64{6, 3, 3, .5}, []float64{3, 3, .5, 2e-14},
			[]float64{9, 9, 9, 3}},
		{"loss", "passes", []float64{2, 3, 4, 8}, []float64{.5, .4, .3, .2},
			[]float64{.4, .2, .2, .1}, []float64{.5, .5, .5, .3}},
	} {
		bands, missing := c.Bands(test.y, test.x)
		if len(bands) != 1 || missing.Len() != 0 {
			t.Fatalf("%s: %d bands, missing %v", test.y, len(bands), missing)
		}
		b := bands[0]
		if b.Label != "A" || b.Fits != 3 || !slices.Equal(b.X, test.at) ||
			!slices.Equal(b.Median, test.median) ||
			!slices.Equal(b.Low, test.low) || !slices.Equal(b.High, test.max) {
			t.Errorf("%s against %s: %+v", test.y, test.x, b)
		}
	}
}

func TestBandsSayWhatIsMissing(t *testing.T) {
	nan := math.NaN()
	crashed := fitted("crashed", 1, point{1, 1, 1, 1})
	crashed.Outcome.Kind = record.Crash
	fits := []record.Fit{
		fitted("both", 1, point{1, 5, 1, .3}, point{2, 4, 2, .2}),
		fitted("no bound", 1, point{1, 5, nan, .3}, point{2, 4, nan, .2}),
		fitted("no objective", 1, point{1, nan, 1, .3}, point{2, nan, 1, .2}),
		crashed,
	}
	c := curvesOf(t, fits...)
	const objective = "the learner reports no objective that the harness can evaluate: no objective; "
	for y, want := range map[string]string{
		"objective": objective, "gap": "the learner reports no lower bound: no bound; " + objective, "loss": "",
	} {
		bands, missing := c.Bands(y, "passes")
		got := list(&missing)
		if want += "no fit has ended well: crashed; "; got != want || len(bands)+missing.Len() != 4 {
			t.Errorf("%s: %d bands, missing %q", y, len(bands), got)
		}
	}
	f, err := c.Figure([]string{"gap"}, []string{"passes"})
	if err != nil || len(f.Missing) != 3 ||
		f.Missing[0] != "gap of no bound: the learner reports no lower bound" {
		t.Errorf("%q, %v", f.Missing, err)
	}
}

// Any value that checkpoints carry can be drawn, by its name; a learner without it is missing.
func TestCurvesOfValues(t *testing.T) {
	first, second := fitted("A", 1, point{1, 8, 0, .5}, point{2, 4, 1, .4}),
		fitted("B", 1, point{1, 9, 0, .5}, point{2, 3, 1, .4})
	for i, v := range []float64{-0.5, 0.25} {
		c := &first.Checkpoints[i]
		c.Values = append(c.Values, record.Value{Name: "theta-1", Number: record.Number(v)})
	}
	c := curvesOf(t, first, second)
	bands, missing := c.Bands("theta-1", "passes")
	if len(bands) != 1 || bands[0].Label != "A" || !slices.Equal(bands[0].Median,
		[]float64{-0.5, 0.25}) {
		t.Errorf("%+v", bands)
	}
	if got := list(&missing); got != "the checkpoints have no theta-1: B; " {
		t.Errorf("missing %q", got)
	}
	f := must(c.Figure([]string{"theta-1", "bound"}, []string{"passes"}))(t)
	var svg bytes.Buffer
	ok(t, f.Write(&svg, "svg"))
	for _, want := range []string{"theta-1", "bound"} {
		if said := texts(t, svg.Bytes()); !slices.Contains(said, want) {
			t.Errorf("no axis is called %q: %q", want, said)
		}
	}
}

// Without a curve in its suite a fit has on its way what the learner claims: that is drawn, and one
// loss, of the end, is not.
func TestCourse(t *testing.T) {
	nan := math.NaN()
	f := fitted("A", 1, point{1, nan, 1, nan}, point{2, nan, 2, nan}, point{3, 2.5, 2, .1})
	for i, claimed := range []float64{4, 3, 2.5} {
		c := &f.Checkpoints[i]
		c.Values = append(c.Values, record.Value{Name: sp.ValueObjective, Number: record.Number(claimed)})
	}
	f.Audit = &record.Audit{Kind: "hinge", Objective: 2.5}
	c := curvesOf(t, f)
	if bands, missing := c.Bands("objective", "passes"); missing.Len() > 0 || len(bands) != 1 ||
		!slices.Equal(bands[0].Median, []float64{4, 3, 2.5}) {
		t.Errorf("%+v %+v", bands, missing)
	}
	if bands, missing := c.Bands("loss", "passes"); len(bands) > 0 ||
		!strings.Contains(list(&missing), "curve: {first: 1, factor: 2}") {
		t.Errorf("%+v %+v", bands, missing)
	}
}

func TestCurvesRefuse(t *testing.T) {
	one := []record.Fit{fitted("A", 1, point{9, 1, 0, .1}), fitted("B", 1, point{9, 1, 0, .1})}
	fails(figure.NewCurves("", entriesOf(t, one, one), lossOf))(t,
		"every fit has one checkpoint, its end")
	fails(figure.NewCurves("", entriesOf(t, one, nil), lossOf))(t, "no fit has ended well yet")
	nan := math.NaN()
	c := curvesOf(t, fitted("A", 1, point{1, nan, nan, .2}, point{2, nan, nan, .1}))
	fails(c.Figure([]string{"objective", "gap"}, allX))(t,
		"nothing to draw on words: objective of A: the learner reports no objective")
	fails(c.Figure([]string{"los"}, allX))(t,
		`unknown y "los": want one of objective, gap, loss, or a value of the checkpoints on words: bound`)
	fails(c.Figure([]string{"loss"}, []string{"pass"}))(t,
		`unknown x "pass": did you mean "passes"?`)
	f := must(c.Figure([]string{"loss"}, []string{"passes"}))(t)
	if err := f.Write(io.Discard, "gif"); err == nil || !strings.Contains(err.Error(),
		`"gif"; there are svg, png, pdf`) {
		t.Errorf("gif: %v", err)
	}
	fails(0, f.Write(fullDisk{}, "svg"))(t, "disk full")
}

// course is a plausible fit: F falls to 1 and the bound rises to it.
func course(label string, seed uint64, speed float64) record.Fit {
	var points []point
	for passes := 0.5; passes < 60; passes *= 1.5 {
		rest := math.Exp(-speed*passes) * (1 + 0.1*float64(seed))
		points = append(points, point{passes, 1 + 3*rest, 1 - 5*rest, 0.1 + 0.5*rest})
	}
	return fitted(label, seed, points...)
}

// figure draws two learners with three seeds each and one without an objective.
func drawn(t *testing.T, y, x []string) *figure.Figure {
	t.Helper()
	var fits []record.Fit
	for seed := range uint64(3) {
		other := course("other & <objective>", seed, 0.2)
		other.Audit.Kind, other.Audit.Lambda = "likelihood", record.Number(0.01*float64(seed+1)) // as if tuned
		other.Times.Concurrent, other.Times.Machine = seed == 1, []string{"", "A", "B"}[seed]
		plain := course("plain", seed, 0.1)
		plain.Audit = nil
		for i := range plain.Checkpoints {
			plain.Checkpoints[i].Objective = record.Number(math.NaN())
		}
		fits = append(fits, course("first", seed, 0.4), other, plain)
	}
	return must(curvesOf(t, fits...).Figure(y, x))(t)
}

// texts returns what an SVG says, checking that it is well-formed XML.
func texts(t *testing.T, svg []byte) (list []string) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(svg))
	inText := false
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				list = append(list, string(token))
			}
		}
	}
}

func TestFigureSaysWhatItShows(t *testing.T) {
	f := drawn(t, allY, allX)
	var first, second bytes.Buffer
	for _, w := range []*bytes.Buffer{&first, &second} {
		ok(t, f.Write(w, "svg"))
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("drawing it again gives other bytes")
	}
	said := texts(t, first.Bytes())
	for _, want := range []string{
		"a run · words", "first", "other & <objective>", "plain",
		"objective F(w)", "gap F(w) − bound", "test hamming %", "passes (visits / instances)",
		"oracle calls", "training time, s",
		"Lines: median of 3 fits (seeds and splits); bands: least to greatest; dots: the end. A fit keeps its last value until its next checkpoint, and after its end.",
		"Objectives differ, so compare them only within one of these: hinge with λ = 0.01: first; likelihood with λ = 0.01 to 0.03: other & <objective>.",
		"Some fits ran at the same time as others, so their seconds are not comparable.",
		"Fits ran on different machines, so their seconds are not comparable.",
	} {
		if !slices.Contains(said, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if t.Failed() {
		t.Logf("%q", said)
	}
	if want := []string{
		"objective of plain: the learner reports no objective that the harness can evaluate",
		"gap of plain: the learner reports no objective that the harness can evaluate",
	}; !slices.Equal(f.Missing, want) {
		t.Errorf("missing %q", f.Missing)
	}
}

// TestFigureAtZero: on a logarithmic axis, points at 0 are at the left end, on a page and in a file.
// The caption explains the place.
func TestFigureAtZero(t *testing.T) {
	const explained = "On a logarithmic axis, 0 is at the left end."
	for _, last := range []float64{50, 3} { // calls of 20 to 500 or to 30
		c := curvesOf(t, fitted("A", 1, point{0, 8, 0, .5}, point{2, 4, 1, .4}, point{last, 2, 1, .3}),
			fitted("B", 1, point{2, 9, 0, .5}, point{3, 3, 1, .4}))
		f := must(c.Figure([]string{"objective"}, []string{"calls"}))(t)
		svg := [2]bytes.Buffer{}
		ok(t, f.Write(&svg[0], "svg"))
		first := f.Charts()[0][0].Series[0]
		logarithmic := last == 50
		if x := first.X[0]; logarithmic && (x <= 0 || x >= 20) || !logarithmic && x != 0 {
			t.Errorf("0 is drawn at %v", x)
		}
		if strings.Contains(strings.Join(f.Caption(), " "), explained) != logarithmic {
			t.Errorf("the axis to %v calls has the caption %q", 10*last, f.Caption())
		}
		ok(t, f.Write(&svg[1], "svg"))
		if !bytes.Equal(svg[0].Bytes(), svg[1].Bytes()) || strings.Contains(svg[0].String(), "NaN") {
			t.Error("the file changes after charts are drawn, or has no place for 0")
		}
	}
}
