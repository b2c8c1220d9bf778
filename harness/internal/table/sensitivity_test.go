package table_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// decoders are choices.
var decoders = suite.Choices{Decoders: []string{"map", "lbp"}}

// decoded makes a suite of learners with decoders map, lbp and best, and the entries of one split.
// losses returns those of the test instances.
func decoded(of suite.Choices, learners string, losses func(learner, decoder int) []float64) (
	*suite.Suite, []table.Entry) {
	s, entries := &suite.Suite{Choices: of}, []table.Entry(nil)
	for l, label := range strings.Fields(learners) {
		row := suite.Learner{Label: label}
		for d, decoder := range []string{"map", "lbp", suite.Best} {
			row.Decoders = append(row.Decoders,
				suite.Decoder{Spec: suite.Spec{Name: decoder}, Label: decoder})
			e := fits(map[string][]float64{label: losses(l, d)}, label)[0]
			e.Decoder, e.Best = decoder, decoder == suite.Best
			entries = append(entries, e)
		}
		s.Learners = append(s.Learners, row)
	}
	return s, entries
}

// varied returns losses of 40 words with that mean above .3; another row varies otherwise.
func varied(row int, shift float64) (losses []float64) {
	for i := range 40 {
		losses = append(losses, .3+.1*float64(i%4)+shift+.02*float64((i*(3+2*row))%7-3))
	}
	return losses
}

// TestConclusions: B − A in points under best, map and lbp.
func TestConclusions(t *testing.T) {
	for _, c := range []struct {
		best, first, lbp float64
		rope             float64
		of               suite.Choices
		word             string
	}{
		{10, 10, 10, 0, decoders, "robust"},
		{-10, -10, -10, 0, decoders, "robust"},
		{10, .2, 10, 0, decoders, "not contradicted"},
		{10, -10, 10, 0, decoders, "depends on decoder map"},
		{10, 10, -.2, 0, decoders, "depends on decoder lbp"}, // the other sign, not significant
		{10, -10, -10, 0, decoders, "depends on decoder map and decoder lbp"},
		{.2, -10, 10, 0, decoders, "depends on decoder map"}, // significant with the opposite sign
		{.2, 10, 10, 0, decoders, "open"},                    // significance is not picked
		{.2, -.2, .2, 0, decoders, "open"},
		{10, 10, 10, 0, suite.Choices{Metrics: []string{"hamming-micro"}}, "robust"},
		{10, 10, 10, 5, suite.Choices{Ropes: []float64{2}}, "robust"},
		{10, 10, 10, 5, suite.Choices{Ropes: []float64{2, 20}}, "depends on rope 20"},
		{10, 10, 10, 20, suite.Choices{Ropes: []float64{15}}, "robust"}, // level
		{10, 10, 10, 20, suite.Choices{Ropes: []float64{2}}, "depends on rope 2"},
		{.2, 10, .2, 3, decoders, "depends on decoder map"},                   // level
		{10, 10, 10, 0, suite.Choices{Groups: "without"}, "not contradicted"}, // there are no groups
		{10, -10, 10, 0,
			suite.Choices{Decoders: []string{"map"}, Metrics: []string{"hamming-micro"}, All: true},
			"depends on decoder map and decoder map and metric hamming-micro"},
	} {
		s, entries := decoded(c.of, "A B", func(l, d int) []float64 {
			return varied(l, float64(l)*[]float64{c.first, c.lbp, c.best}[d]/100)
		})
		s.Rope = c.rope
		opt := table.Options{Metrics: []table.Metric{hamming, micro}, Suite: s}
		tab := must(claims.Build("", entries, opt, nil))(t)
		if len(tab.Conclusions) != 1 {
			t.Fatalf("%+v: %d conclusions", c, len(tab.Conclusions))
		}
		got := tab.Conclusions[0]
		word := strings.TrimSpace(got.Word + " " + strings.Join(got.Depends, " and "))
		if word != c.word {
			t.Errorf("%+v: %q", c, word)
		}
	}
}

// varying makes a suite of the rows A and B, with a variant of each, and the entries on some
// splits. B has other values than A, above them by so many points. So has its variant.
func varying(splits int, points, variant float64) (*suite.Suite, []table.Entry) {
	s, entries := &suite.Suite{Choices: suite.Choices{Variants: []string{"passes", "λ rule"}}},
		[]table.Entry(nil)
	for l, v := range []suite.Learner{
		{Label: "A 40", Variant: suite.Variant{Of: "A", Choice: "λ rule"}}, {Label: "A"},
		{Label: "B"}, {Label: "B 40", Variant: suite.Variant{Of: "B", Choice: "passes"}},
	} {
		v.Decoders = []suite.Decoder{{Label: "map"}}
		s.Learners = append(s.Learners, v)
		for split := range splits {
			losses := varied(l/2+2*split, []float64{0, 0, points, variant}[l]/100)
			e := fits(map[string][]float64{v.Label: losses}, v.Label)[0]
			e.Split, e.Fit.Test, e.Overlap = split, tested(split, 40), .1
			entries = append(entries, e)
		}
	}
	return s, entries
}

// TestVariants: under a choice a variant stands for its row. A row without one keeps its results.
func TestVariants(t *testing.T) {
	for _, c := range []struct {
		points, variant float64
		word            string
	}{
		{10, 10, "robust"}, {10, .2, "not contradicted"}, {10, -10, "depends on passes"},
		{10, -2, "depends on passes"}, {.2, 10, "open"}, {.2, -10, "depends on passes"},
	} {
		for _, splits := range []int{1, 4} {
			s, entries := varying(splits, c.points, c.variant)
			tab, text := buildWith(t, entries, s)
			if len(tab.Conclusions) != 1 {
				t.Fatalf("%d conclusions", len(tab.Conclusions))
			}
			got := tab.Conclusions[0]
			word := strings.TrimSpace(got.Word + " " + strings.Join(got.Depends, " and "))
			if word != c.word || got.Tested != 2 {
				t.Errorf("%+v, %d splits: %q of %d choices", c, splits, word, got.Tested)
			}
			says(t, text, "only in the section sensitivity: A 40 (A, λ rule), B 40 (B, passes).")
		}
	}
}

// TestVariantsChangeNothing: other rows, tests and marks are the same to the bit without variants,
// although one of these is first and another the best.
func TestVariantsChangeNothing(t *testing.T) {
	for _, splits := range []int{1, 4} {
		for _, of := range []string{"", "A"} {
			s, entries := varying(splits, 2, -10)
			s.Against = of
			tab, _ := buildWith(t, entries, s)
			alone := &suite.Suite{Against: of, Learners: s.Learners[1:3]}
			own, _ := buildWith(t, entries[splits:3*splits], alone)
			if p, q := tab.Pairs(), own.Pairs(); len(p) != 1 || p[0].Test != q[0].Test ||
				p[0].Low != q[0].Low {
				t.Errorf("%+v, want %+v", p, q)
			}
			tab.Rows, tab.Notes, tab.Levels = tab.Rows[1:3], own.Notes, own.Levels
			tab.ResultHash = own.ResultHash // it covers all results
			got, want := must(json.Marshal(tab))(t), must(json.Marshal(own))(t)
			if !bytes.Equal(got, want) || own.Comparisons != 1 {
				t.Errorf("%d splits:\n%s\nwant\n%s", splits, got, want)
			}
		}
	}
}

// TestVariantsWithDecoders: combined with a decoder, the variant's row with this decoder counts.
func TestVariantsWithDecoders(t *testing.T) {
	of := suite.Choices{Decoders: []string{"lbp"}, Variants: []string{"passes"}, All: true}
	s, entries := decoded(of, "A B V", func(l, d int) []float64 {
		return varied(l, [][]float64{{0, 0, 0}, {.1, .1, .1}, {.1, -.1, .1}}[l][d])
	})
	s.Learners[2].Variant = suite.Variant{Of: "B", Choice: "passes"}
	tab, _ := buildWith(t, entries, s)
	if got := tab.Conclusions; len(got) != 1 || got[0].Tested != 3 ||
		!slices.Equal(got[0].Depends, []string{"decoder lbp and passes"}) {
		t.Errorf("%+v", got)
	}
}

// TestSettings: one setting at a time, or all combinations. A rope has the unit of the first
// metric.
func TestSettings(t *testing.T) {
	of := suite.Choices{Decoders: []string{"a", "b"}, Metrics: []string{"m"},
		Ropes: []float64{2}, Groups: "without"}
	got := fmt.Sprint(of.Settings())
	if want := "[decoder a decoder b metric m rope 2 groups left out]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	of.All, of.Variants = true, []string{"passes"}
	if all := of.Settings(); len(all) != 3*3*2*2-1 || all[4].String() != "groups left out" ||
		slices.ContainsFunc(all, func(c suite.Setting) bool { return c.Metric != "" && c.Rope > 0 }) {
		t.Error(all)
	}
}

// TestMissingChoices: without statistics a choice is named, and nothing is robust. Its means have a
// sign, if they are complete.
func TestMissingChoices(t *testing.T) {
	for lbp, want := range map[float64]string{.1: "not contradicted", -.1: "depends on"} {
		s, entries := decoded(decoders, "A B", func(l, d int) []float64 {
			return varied(l, float64(l)*[]float64{.1, lbp, .1}[d])
		})
		entries[1].Row.Instances = nil
		tab, text := buildWith(t, entries, s)
		got := tab.Conclusions[0]
		if got.Word != want || got.Tested != 1 || len(got.Missing) != 1 ||
			got.Missing[0] != "decoder lbp (values were not recorded by instance)" {
			t.Errorf("%+v", got)
		}
		if strings.Contains(text, "With decoder lbp the difference") != (lbp < 0) {
			t.Error(text)
		}
		entries[1].Row.Metrics = nil
		if tab, _ = buildWith(t, entries, s); tab.Conclusions[0].Word != "not contradicted" {
			t.Errorf("without a mean: %+v", tab.Conclusions[0])
		}
	}
}

// TestNoteOfDecoders: rows whose difference from the best one is another with some decoder.
func TestNoteOfDecoders(t *testing.T) {
	s, entries := decoded(decoders, "A B C", func(l, d int) []float64 {
		return varied(l, float64(l)*[]float64{-.1, .1, .1}[d])
	})
	_, text := buildWith(t, entries, s)
	says(t, text, "With decoder map the difference from the best row, or the control, is another: "+
		"B best on d, C best on d (-section sensitivity).")
}

// TestConclusionsOfCopies: a learner whose first row equals a later one of another has its own.
func TestConclusionsOfCopies(t *testing.T) {
	s, entries := decoded(suite.Choices{Metrics: []string{"hamming-micro"}}, "A B",
		func(l, d int) []float64 { return varied(0, .1*float64(l+d)) })
	for l := range s.Learners {
		s.Learners[l].Decoders = s.Learners[l].Decoders[:2]
	}
	entries = slices.DeleteFunc(entries, func(e table.Entry) bool { return e.Best })
	opt := table.Options{Metrics: []table.Metric{hamming, micro}, Suite: s}
	if all := must(claims.Build("", entries, opt, nil))(t).Conclusions; len(all) != 1 {
		t.Errorf("%+v", all)
	}
}

// TestUnderNoGroups: the choice has the numbers of the same run without groups, with its own
// overlap of test sets.
func TestUnderNoGroups(t *testing.T) {
	var grouped, plain []table.Entry
	for l, label := range []string{"A", "B"} {
		for split := range 4 {
			e := fits(map[string][]float64{label: varied(l+2*split, .05*float64(l))}, label)[0]
			e.Split, e.Overlap, e.TestOverlap = split, .1, 20./40
			fit := *e.Fit
			e.Fit = &fit
			for i := range 40 { // neighbours share half of their instances
				fit.Test = append(fit.Test, fmt.Sprint(20*split+i))
			}
			plain = append(plain, e)
			fit.Groups = nil
			for i := range 40 {
				fit.Groups = append(fit.Groups, fmt.Sprint("g", i%8))
			}
			with := fit
			fit.Groups = nil
			e.Fit, e.TestGroups, e.LearnedGroups, e.TestOverlap = &with, 8, 8, 1
			grouped = append(grouped, e)
		}
	}
	for i := range plain {
		plain[i].TestOverlap = (3 * 20. / 40) / 6 // three of six pairs are neighbours
	}
	opt := table.Options{Metrics: []table.Metric{hamming}}
	under := must(must(table.Build("", grouped, opt))(t).Under(suite.Setting{Ungrouped: true}))(t)
	want := must(table.Build("", plain, opt))(t)
	for r := range want.Rows {
		got, want := under.Rows[r].Cells[0], want.Rows[r].Cells[0]
		if got.Error != want.Error {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if got, want := under.Pairs()[0], want.Pairs()[0]; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
