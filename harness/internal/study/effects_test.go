package study

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
)

// ladder makes datasets with A better than B, and B better than C except on the first. Each row
// has two test instances.
func ladder(datasets int) world {
	w := world{}
	for i := range datasets {
		a, b, c := 0.1+0.01*float64(i), 0.2+0.02*float64(i), 0.4+0.01*float64(i)
		if i == 0 {
			b, c = c, b
		}
		w[fmt.Sprintf("data %02d", i)] = map[string][][][]float64{"A": {{{0.9 * a, 1.1 * a}}},
			"B": {{{1.1 * b, 0.9 * b}}}, "C": {{{c, c}}}}
	}
	return w
}

// cellsOf returns the lines of a section, with a bar between their cells.
func cellsOf(p *Section) (all []string) {
	for _, line := range lines(p) {
		all = append(all, strings.Join(line, "|"))
	}
	return all
}

// TestEffects: all standard errors of A to B are 0.2, so their weights are equal. The log ratios are
// −2·log 2 and 7 of −log 2, with the variance log²2/8. So τ² is log²2/8 − 0.04, and V is log²2/64.
// t₇ is 2.3646, and t₆ 2.4469.
func TestEffects(t *testing.T) {
	r := run(t, ladder(8))
	r.Suite.Reference = "B"
	section := effects(r)
	same(t, []string{"row", "datasets", "error", "95 %", "next 95 %", "spread"},
		headings(section.Grid))
	got := cellsOf(section)
	same(t, "A map|8|×0.459|×0.374 … ×0.563|×0.305 … ×0.688|0.14", got[0])
	same(t, "B map|8|×1|||", got[1])
	says(t, textOf(section), "that of B map, the reference")
	says(t, textOf(section), "The errors: hamming.")

	// The control is a reference, too.
	r = run(t, ladder(3))
	r.Suite.Against = "C"
	tabulate(t, r)
	section = effects(r)
	same(t, []string{"A map", "3", "×0.337"}, lines(section)[0][:3]) // 0.5, 0.268 and 0.286
	says(t, textOf(section), "that of C map, the reference", "Warning: with fewer than 5 datasets")
}

// TestEffectsOfFirstRow: without a reference, the first row is one.
func TestEffectsOfFirstRow(t *testing.T) {
	says(t, textOf(effects(run(t, ladder(5)))), "that of A map, the reference",
		"The reference is the first row")
}

// TestEffectsCountDataOnce: two splits of the same data count as one dataset.
func TestEffectsCountDataOnce(t *testing.T) {
	r := run(t, ladder(3))
	r.Suite = &suite.Suite{Datasets: []suite.Dataset{
		{Spec: suite.Spec{Name: "ocr", Args: []byte("{}")}, Label: "data 00"},
		{Spec: suite.Spec{Name: "chains", Args: []byte("{}")}, Label: "data 01"},
		{Spec: suite.Spec{Name: "ocr", Args: []byte("{}")}, Label: "data 02"},
	}}
	for i := range r.Entries {
		if r.Entries[i].Dataset == "data 02" {
			r.Entries[i].Train = 900
		}
	}
	section := effects(r)
	same(t, "2", lines(section)[0][1])
	says(t, section.Text[0], "Counted once: data 00 is the same data as data 02.")
}

// TestEffectsLeaveOut: rows without a ratio on a dataset are named, with the reason, and so are those
// equal to the reference.
func TestEffectsLeaveOut(t *testing.T) {
	w := ladder(6)
	delete(w["data 01"], "B")
	w["data 02"]["C"] = [][][]float64{{{0, 0.1}}} // the standard error is half of it
	w["data 03"]["C"] = [][][]float64{{{0, 0}}}
	w["data 04"]["C"] = w["data 04"]["A"]
	r := run(t, w)
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Dataset == "data 00" && e.Label == "B" {
			e.Fit.Checkpoints = learnedFrom(5)
		}
	}
	tabulate(t, r)
	section := effects(r)
	says(t, textOf(section),
		"Left out, since results are missing, or rows learned from other instances: "+
			"B map on data 00 and B map on data 01.",
		"Left out, since an error is within two standard errors of 0: C map on data 02 and C map on data 03.",
		"Equal, or without variation, and counted with the median standard error of the row: "+
			"C map on data 04.")
	got := cellsOf(section)
	if !strings.HasPrefix(got[1], "B map|4|") || !strings.HasPrefix(got[2], "C map|4|") {
		t.Error(got)
	}

	// If the reference has no error on a dataset, no row has a ratio there.
	w = ladder(3)
	w["data 01"]["A"] = [][][]float64{{{0, 0}}}
	section = effects(run(t, w))
	says(t, textOf(section), "within two standard errors of 0: A map on data 01.")
	same(t, "A map|2|×1|||", cellsOf(section)[0])
}

// TestEffectsCountEqualRowsOnce: a row equal to the reference on all datasets, or to an earlier
// row, is no row of its own.
func TestEffectsCountEqualRowsOnce(t *testing.T) {
	w := ladder(6)
	for _, rows := range w {
		rows["D"], rows["E"] = rows["B"], rows["A"]
	}
	w["data 03"]["E"] = w["data 03"]["C"]
	r := run(t, w)
	r.Suite.Reference = "D"
	section := effects(r)
	says(t, textOf(section), "Equal on every test instance, and counted once: B map as D map.")
	if got := cellsOf(section); len(got) != 4 {
		t.Error(got)
	}
}

// TestEffectsOfGains: of a share of which more is better, the error is the rest. Other gains have
// none.
func TestEffectsOfGains(t *testing.T) {
	r := run(t, ladder(3))
	r.Metrics[0].Higher = true
	tabulate(t, r)
	same(t, []string{"B map", "3", "×0.799"}, lines(effects(r))[1][:3]) // 0.6/0.9, 0.78/0.89, 0.76/0.88
	r.Metrics[0].Percent = false
	tabulate(t, r)
	says(t, effects(r).Empty, "need errors of two rows",
		"since hamming has no error: A map on data 00")
}
