package suite

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// PublishedName is what the file of published numbers is called, beside the
// suite file.
const PublishedName = "published.yaml"

// A Published is what a paper printed of the comparison that a suite makes again:
//
//	source: Author & Author, Title, Venue 2018, Table 2
//	metric: hamming              # what the numbers are: the name of a metric, or any text
//	datasets:                    # what they were measured on, by the label of our dataset
//	  small: {data: ocr, split: {train: [0], test: [1, 2]}}
//	rows:                        # by the label of our learner, as the paper prints them
//	  CRF: {small: 19.5 ± 0.4}
//	  S-SVM: {decoder: mpm, small: 19.7}
//	  perceptron: {small: {hamming: 21.0, zero-one: 58.2}}
//	  PL: [{decoder: icm, small: 21.3}, {decoder: lbp, small: 20.2}, {decoder: half, reveal: 0.5, small: 9.1}]
//	margin: 0.5                  # numbers that differ by less say the same; optional
//	claims:                      # what the paper states of two of its numbers; optional
//	  small: [CRF < S-SVM, CRF = PL]
//
// data is written as in a suite (NAME, or NAME: {arguments}), and so is split;
// a split that no suite can express is any text. Numbers of instances, as in
// {train: 24, test: 6}, are our split where all of ours have these sizes. A dataset may have a metric of
// its own, and a row numbers of several metrics. A number without ± has no deviation, and +- may be written for ±.
// Percentages are written as percentages. decoder is the label of the decoder that
// the numbers stand beside, by default the first of the learner; of several decoders there is a list.
// reveal is which labels of the test set were shown, as in a suite; by default none. A claim says that the first number is below the second,
// or that the two are the same up to the margin; > is < the other way round. A learner stands in it for the first number
// that the file has of it on the dataset, and LEARNER OUTPUT, as in PL lbp, for the first of that decoder.
type Published struct {
	Source  string
	Numbers []PublishedNumber // in the order of the file
	Margin  float64           // as the numbers are printed; 0 where there is none
	Claims  []Claim           // in the order of the file
	Text    []byte            // of the file
}

// A PublishedNumber is one number with what it was measured on.
type PublishedNumber struct {
	Learner, Decoder, Dataset string // labels of ours; Decoder "": the learner's first

	Mean, Std float64 // as printed, so perhaps in percent; Std is NaN where there is none
	Digits    int     // decimals as printed
	Metric    string
	Several   bool // one of several, each by the name of its metric
	Data      Spec
	Splits    []Split // none: what Protocol says
	Protocol  string  // a split that no suite can express
	Shown     Reveal  // of the test set
}

// ReadPublished reads the published numbers that lie in the folder at path, or
// beside the suite file at path; nil if there are none. A mistake in the file is
// an [Error].
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

// ParsePublished reads the text of a file of published numbers; name is the
// file's, for messages. A mistake in the text is an [Error].
func ParsePublished(name string, content []byte) (*Published, error) {
	p, err := parseText(name, content, readPublished)
	if err == nil {
		p.Text = content
	}
	return p, err
}

// A publishedFile is what the file of published numbers says.
type publishedFile struct {
	Source   string  `key:"source" need:"yes" help:"where the numbers were printed"`
	Metric   string  `key:"metric" help:"what the numbers are: the name of a metric, or any text"`
	Datasets []field `key:"datasets" need:"yes" help:"what they were measured on, by the label of our dataset"`
	Rows     []field `key:"rows" need:"yes" help:"the numbers, by the label of our learner"`
	Margin   float64 `key:"margin" range:"(0,inf)" help:"numbers that differ by less say the same"`
	Claims   []field `key:"claims" help:"a list of claims for each dataset, such as CRF < S-SVM"`
}

// A protocol is what the numbers of one dataset were measured on.
type protocol struct {
	Data  thing[noKeys] `key:"data" need:"yes" help:"the dataset, as a suite writes it"`
	Split struct {
		Text   string  `short:"only"`
		Splits []Split `short:"only" one:"yes" of:"split"`
	} `key:"split" need:"yes" help:"as a suite writes it, or any text"`
	Metric string `key:"metric" help:"instead of that of the file"`
}

func readPublished(r *reader, root *node) *Published {
	var l publishedFile
	if r.read(field{Name: "a file of published numbers", At: root.At, Value: root}, &key{}, reflect.ValueOf(&l).Elem()); len(r.Errs) > 0 {
		return nil
	}
	p := &Published{Source: l.Source, Margin: l.Margin}
	measured := readProtocols(r, l.Datasets, l.Metric)
	for _, row := range l.Rows {
		p.Numbers = append(p.Numbers, readRow(r, row, measured)...)
	}
	p.Claims = readClaims(r, l.Claims, p)
	return p
}

// readProtocols reads what the numbers of each dataset were measured on.
func readProtocols(r *reader, datasets []field, metric string) map[string]PublishedNumber {
	all := map[string]PublishedNumber{}
	for _, d := range datasets {
		var l protocol
		before := len(r.Errs)
		r.read(d, &key{}, reflect.ValueOf(&l).Elem())
		n := PublishedNumber{Dataset: d.Name, Metric: cmp.Or(l.Metric, metric), Data: l.Data.Spec, Splits: l.Split.Splits, Protocol: l.Split.Text}
		if n.Metric == "" && len(r.Errs) == before {
			r.Fail(d.At, "add metric: NAME at the top of the file or here", "%s: metric is missing", d.Name)
		}
		all[d.Name] = n
	}
	return all
}

// readRow reads the numbers of one learner, of one decoder or of a list of them.
func readRow(r *reader, row field, measured map[string]PublishedNumber) (numbers []PublishedNumber) {
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
		Decoder string `key:"decoder" help:"label of the decoder that the numbers stand beside; by default the learner's first"`
		Reveal  Reveal `key:"reveal" least:"yes" help:"labels of the test set that were shown, as in a suite"`
	}
	var rest []field
	if len(r.entries(row)) == 0 {
		return nil
	}
	r.fill(row, reflect.ValueOf(&own).Elem(), &rest)
	for _, f := range rest {
		n, ok := measured[f.Name]
		if !ok {
			r.Fail(f.At, hint(f.Name, "datasets", slices.Sorted(maps.Keys(measured))), "datasets has no entry for %s", yamltree.Quote(f.Name))
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

// readNumber returns n with the number that f is.
func readNumber(r *reader, n PublishedNumber, f field) PublishedNumber {
	ok := false
	if n.Mean, n.Std, n.Digits, ok = plusMinus(f.Value); !ok {
		r.wrong(f.Value, f.Name, "a number such as 19.5 ± 0.4 or 19.5")
	}
	return n
}
