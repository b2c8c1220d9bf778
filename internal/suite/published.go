package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
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
//	  S-SVM: {output: mpm, small: 19.7}
//	  perceptron: {small: {hamming: 21.0, zero-one: 58.2}}
//	  PL: [{output: icm, small: 21.3}, {output: lbp, small: 20.2}, {output: half, reveal: 0.5, small: 9.1}]
//	margin: 0.5                  # numbers that differ by less say the same; optional
//	claims:                      # what the paper states of two of its numbers; optional
//	  small: [CRF < S-SVM, CRF = PL]
//
// data is written as in a suite (NAME, or NAME: {arguments}), and so is split;
// a split that no suite can express is any text. Numbers of instances, as in
// {train: 24, test: 6}, are our split where all of ours have these sizes. A dataset may have a metric of
// its own, and a row numbers of several metrics. A number without ± has no deviation, and +- may be written for ±.
// Percentages are written as percentages. output is the label of the output that
// the numbers stand beside, by default the first of the learner; of several outputs there is a list.
// reveal is which labels of the test set were shown, as in a suite; by default none. A claim says that the first number is below the second,
// or that the two are the same up to the margin; > is < the other way round. A learner stands in it for the first number
// that the file has of it on the dataset, and LEARNER OUTPUT, as in PL lbp, for the first of that output.
type Published struct {
	Source  string
	Numbers []PublishedNumber // in the order of the file
	Margin  float64           // as the numbers are printed; 0 where there is none
	Claims  []Claim           // in the order of the file
	Text    []byte            // of the file
}

// A PublishedNumber is one number with what it was measured on.
type PublishedNumber struct {
	Learner, Output, Dataset string // labels of ours; Output "": the learner's first

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
	plain := bytes.TrimPrefix(content, []byte("\uFEFF"))
	r := &reader{source: newSource(name, plain)}
	if root := r.tree(plain); root != nil {
		p := r.published(root)
		if len(r.errs) == 0 {
			p.Text = content
			return p, nil
		}
	}
	return nil, first(r.errs)
}

func (r *reader) published(root *node) *Published {
	p := &Published{}
	known := []string{"source", "metric", "datasets", "rows", "margin", "claims"}
	parts := map[string]field{}
	for _, f := range r.fields(root, "a file of published numbers", known) {
		parts[f.name] = f
	}
	for _, key := range known[:4] {
		if _, ok := parts[key]; !ok && len(r.errs) == 0 && key != "metric" {
			r.fail(root.at, "a file of published numbers needs source:, metric:, datasets: and rows:", "there is no %s", key)
		}
	}
	if len(r.errs) > 0 {
		return nil
	}
	p.Source = r.text(parts["source"])
	metric := ""
	if f, ok := parts["metric"]; ok {
		metric = r.text(f)
	}
	measured := r.measured(parts["datasets"], metric)
	for _, row := range r.entries(parts["rows"]) {
		p.Numbers = append(p.Numbers, r.publishedRow(row, measured)...)
	}
	if f, ok := parts["margin"]; ok {
		p.Margin = r.positive(f)
	}
	if f, ok := parts["claims"]; ok {
		p.Claims = r.claims(f, p)
	}
	return p
}

// entries returns the fields of a mapping whose keys are labels.
func (r *reader) entries(f field) []field {
	switch {
	case f.value.kind != mapping:
		r.wrong(f.value, f.name, "a mapping (label: …)")
	case len(f.value.fields) == 0:
		r.fail(f.value.at, "", "%s is empty", f.name)
	}
	return f.value.fields
}

// measured reads what the numbers of each dataset were measured on.
func (r *reader) measured(f field, metric string) map[string]PublishedNumber {
	all := map[string]PublishedNumber{}
	for _, d := range r.entries(f) {
		n := PublishedNumber{Dataset: d.name, Metric: metric}
		before := len(r.errs)
		has := map[string]bool{}
		for _, part := range r.fields(d.value, "what was measured on "+quote(d.name), []string{"data", "split", "metric"}) {
			has[part.name] = true
			switch part.name {
			case "data":
				n.Data = r.spec(part.value, "data")
			case "metric":
				n.Metric = r.text(part)
			case "split":
				if part.value.kind == text {
					n.Protocol = r.text(part)
				} else {
					n.Splits = r.splits(part.value)
				}
			}
		}
		if n.Metric == "" && len(r.errs) == before {
			r.fail(d.at, "add metric: NAME at the top of the file or here", "the metric of the numbers on %s is missing", quote(d.name))
		}
		for _, key := range []string{"data", "split"} {
			if !has[key] && len(r.errs) == before {
				r.fail(d.at, "write it as the suite does; a split may be any text", "the %s of the numbers on %s is missing", key, quote(d.name))
			}
		}
		all[d.name] = n
	}
	return all
}

// publishedRow reads the numbers of one learner, of one output or of a list of them.
func (r *reader) publishedRow(row field, measured map[string]PublishedNumber) (numbers []PublishedNumber) {
	if row.value.kind == list {
		for _, one := range r.items(row) {
			numbers = append(numbers, r.publishedRow(field{name: row.name, at: one.at, value: one}, measured)...)
		}
		return numbers
	}
	output, shown := "", Reveal{}
	for _, f := range r.entries(row) {
		switch f.name {
		case "output":
			output = r.text(f)
			continue
		case "reveal":
			shown = r.reveal(f)
			continue
		}
		n, ok := measured[f.name]
		if !ok {
			r.fail(f.at, hint(f.name, "datasets", slices.Sorted(maps.Keys(measured))), "datasets: says nothing of %s", quote(f.name))
			continue
		}
		n.Learner = row.name
		if f.value.kind != mapping {
			numbers = append(numbers, r.publishedNumber(n, f))
			continue
		}
		for _, m := range r.entries(f) {
			n.Metric, n.Several = m.name, true
			numbers = append(numbers, r.publishedNumber(n, m))
		}
	}
	for i := range numbers {
		numbers[i].Output, numbers[i].Shown = output, shown
	}
	if len(numbers) == 0 && len(r.errs) == 0 {
		r.fail(row.at, "", "%s has no numbers", quote(row.name))
	}
	return numbers
}

// publishedNumber returns n with the number that f is.
func (r *reader) publishedNumber(n PublishedNumber, f field) PublishedNumber {
	ok := false
	if n.Mean, n.Std, n.Digits, ok = plusMinus(f.value); !ok {
		r.wrong(f.value, f.name, "a number such as 19.5 ± 0.4 or 19.5")
	}
	return n
}
