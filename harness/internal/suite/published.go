package suite

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// PublishedName is the name of the file of published numbers, in the folder of the suite file.
const PublishedName = "published.yaml"

// Published are numbers of a paper to compare with the results of a suite:
//
//	source: Author & Author, Title, Venue 2018, Table 2
//	metric: hamming              # name of the metric, or any text
//	datasets:                    # data and split, by the label of our dataset
//	  small: {data: ocr, split: {train: [0], test: [1, 2]}}
//	rows:                        # numbers as printed, by the label of our learner
//	  CRF: {small: 19.5 ± 0.4}
//	  S-SVM: {decoder: mpm, small: 19.7}
//	  perceptron: {small: {hamming: 21.0, zero-one: 58.2}}
//	  PL: [{decoder: icm, small: 21.3}, {decoder: lbp, small: 20.2}, {decoder: half, reveal: 0.5, small: 9.1}]
//	margin: 0.3                  # smaller differences do not count; optional
//	because: half of the smallest difference, and less than one s.d.   # the reason for the margin
//	claims:                      # statements of the paper; optional
//	  small:
//	    - CRF < S-SVM
//	    - {claim: CRF = PL, margin: 0.4, because: one s.d. of the paper}
//	    - {claim: CRF < PL, over: [decoder]}    # under each decoder named in the suite
//	    - PL lbp is best
//	    - cpu-seconds: PL < 0.5 CRF       # or calls, or passes
//
// data and split are written as in a suite. A split may also be any text. A split by numbers of
// instances, such as {train: 24, test: 6}, is ours if all of our splits have these sizes. A dataset
// may have its own metric, and a row numbers of several metrics.
//
// A number without ± has no deviation, and +- may be written for ±. Percentages are written as
// percentages. In place of a number, "not printed" makes a row for claims alone. decoder is the label of our decoder, by default the first one of the learner. A row
// with several decoders is a list. reveal says which labels of the test set were shown, as in a
// suite.
//
// A claim states that the first number is below (<), above (>) or equal to (=) the second, up to
// the margin, or that one is the best of its metric on the dataset. LEARNER in a claim means its
// first number on the dataset. LEARNER DECODER, such as PL lbp, means the first number of that
// decoder.
//
// A claim uses its own margin, else that of its dataset, else that of the file. A margin needs a
// reason. It is at most half of the published difference, and at most one published standard
// deviation for an equality. The margin of an effort is a share, such as 0.1, and only its own.
type Published struct {
	Source  string
	Numbers []PublishedNumber // in the order of the file
	Margin                    // of numbers, as they are printed; 0 where there is none
	Claims  []Claim           // in the order of the file
	Text    []byte            // of the file
}

// A PublishedNumber is one number of a paper with its dataset, split and metric.
type PublishedNumber struct {
	Learner, Decoder, Dataset string // our labels; Decoder "": the learner's first

	Mean, Std float64 // as printed, so perhaps in percent; NaN where there is none
	Digits    int     // decimals as printed
	Metric    string
	Several   bool // one of several, each by the name of its metric
	Data      Spec
	Splits    []Split // none: see Protocol
	Protocol  string  // a split as text
	Shown     Reveal  // of the test set
}

// ReadPublished reads the published numbers in the folder at path, or beside the suite file at
// path; nil if there are none. A mistake in the file is an [Error].
func ReadPublished(path string) (*Published, error) {
	dir := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		dir = filepath.Dir(path)
	}
	file := filepath.Join(dir, PublishedName)
	content, err := readFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("suite: %w", err)
	}
	return ParsePublished(file, content)
}

// ParsePublished reads the text of a file of published numbers. Messages call the file name. A
// mistake in the text is an [Error].
func ParsePublished(name string, content []byte) (*Published, error) {
	p, err := parseText(name, content, readPublished)
	if err == nil {
		p.Text = content
	}
	return p, err
}

// A publishedFile has the keys of the file of published numbers.
type publishedFile struct {
	Source   string  `key:"source" need:"yes" help:"where the numbers were printed"`
	Metric   string  `key:"metric" help:"the name of a metric, or any text"`
	Datasets []field `key:"datasets" need:"yes" help:"data and split of the numbers, by the label of our dataset"`
	Rows     []field `key:"rows" need:"yes" help:"the numbers, by the label of our learner"`
	Margin
	Claims []field `key:"claims" help:"a list of claims for each dataset, such as CRF < S-SVM"`
}

// A protocol describes the data, split and metric of the numbers of one dataset.
type protocol struct {
	Data  thing[noKeys] `key:"data" need:"yes" help:"the dataset, as a suite writes it"`
	Split struct {
		Text   string  `short:"only"`
		Splits []Split `short:"only" one:"yes" of:"split"`
	} `key:"split" need:"yes" help:"as a suite writes it, or any text"`
	Metric string `key:"metric" help:"instead of that of the file"`
	Margin
}

func readPublished(r *reader, root *node) *Published {
	var l publishedFile
	if r.read(field{Name: "a file of published numbers", At: root.At, Value: root}, &key{},
		reflect.ValueOf(&l).Elem()); len(r.Errs) > 0 {
		return nil
	}
	p := &Published{Source: l.Source, Margin: l.Margin}
	measured, margins := readProtocols(r, &l)
	for _, row := range l.Rows {
		p.Numbers = append(p.Numbers, readRow(r, row, measured)...)
	}
	p.Claims = readClaims(r, l.Claims, p, margins)
	return p
}

// readProtocols reads the data, split, metric and margin of each dataset.
func readProtocols(r *reader, file *publishedFile) (all map[string]PublishedNumber,
	margins map[string]Margin) {
	all, margins = map[string]PublishedNumber{}, map[string]Margin{}
	for _, d := range file.Datasets {
		var l protocol
		before := len(r.Errs)
		r.read(d, &key{}, reflect.ValueOf(&l).Elem())
		n := PublishedNumber{Dataset: d.Name, Metric: cmp.Or(l.Metric, file.Metric), Data: l.Data.Spec,
			Splits: l.Split.Splits, Protocol: l.Split.Text}
		if n.Metric == "" && len(r.Errs) == before {
			r.Fail(d.At, "add metric: NAME at the top of the file or here", "%s: metric is missing", d.Name)
		}
		all[d.Name], margins[d.Name] = n, cmp.Or(l.Margin, file.Margin)
	}
	return all, margins
}

// readRow reads the numbers of one learner, of one decoder or of a list of decoders.
func readRow(r *reader, row field,
	measured map[string]PublishedNumber) (numbers []PublishedNumber) {
	if row.Value.Kind == yamltree.List {
		if len(row.Value.Items) == 0 {
			r.Fail(row.At, "", "%s has no numbers", yamltree.Quote(row.Name))
		}
		for _, one := range row.Value.Items {
			numbers = append(numbers, readRow(r, field{Name: row.Name, At: one.At, Value: one}, measured)...)
		}
		return numbers
	}
	var own struct {
		Decoder string `key:"decoder" help:"label of our decoder; by default the learner's first"`
		Reveal  Reveal `key:"reveal" least:"yes" help:"shown labels of the test set, as in a suite"`
	}
	var rest []field
	if len(r.entries(row)) == 0 {
		return nil
	}
	r.fill(row, reflect.ValueOf(&own).Elem(), &rest)
	for _, f := range rest {
		n, ok := measured[f.Name]
		if !ok {
			r.Fail(f.At, hint(f.Name, "datasets", slices.Sorted(maps.Keys(measured))),
				"datasets has no entry for %s", yamltree.Quote(f.Name))
			continue
		}
		n.Learner, n.Decoder, n.Shown = row.Name, own.Decoder, own.Reveal
		if f.Value.Kind != yamltree.Mapping {
			numbers = append(numbers, readNumber(r, n, f))
			continue
		}
		for _, m := range r.entries(f) {
			n.Metric, n.Several = m.Name, true
			numbers = append(numbers, readNumber(r, n, m))
		}
	}
	if len(numbers) == 0 && len(r.Errs) == 0 {
		r.Fail(row.At, "", "%s has no numbers", yamltree.Quote(row.Name))
	}
	return numbers
}

// readNumber returns n with the number in f.
func readNumber(r *reader, n PublishedNumber, f field) PublishedNumber {
	ok := false
	if f.Value.Text == "not printed" {
		n.Mean, n.Std = math.NaN(), math.NaN()
	} else if n.Mean, n.Std, n.Digits, ok = plusMinus(f.Value); !ok {
		r.wrong(f.Value, f.Name, "a number such as 19.5 ± 0.4 or 19.5, or: not printed")
	}
	return n
}
