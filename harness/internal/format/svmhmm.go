package format

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

// svmhmmFormat is the input of SVM-hmm (Joachims,
// https://www.cs.cornell.edu/people/tj/svm_light/svm_hmm.html).
var svmhmmFormat = with(Format{
	Name: "svmhmm",
	Doc: "SVM-hmm's text: TAG qid:EXAMPLE FEATURE:VALUE … # comment, one variable in a " +
		"line; tags and features are numbers from 1",
	Endings: []string{".svmhmm"},
}, svmhmmArgs{}, func(in files, a svmhmmArgs) (*Content, error) {
	r := &svmhmmReader{builder: newBuilder()}
	if len(a.Labels) > 0 {
		if err := r.setLabels(0, a.Labels); err != nil {
			return nil, fmt.Errorf("format: svmhmm: labels: %w", err)
		}
	}
	if err := r.eachFile(in, r.read); err != nil {
		return nil, err
	}
	return r.content(), nil
})

type svmhmmArgs struct {
	Labels []string `json:"labels" help:"names of the labels of tags 1, 2, …; other tags are errors. Default: the tags"`
}

// An svmhmmReader reads lines of SVM-hmm. An example is the consecutive lines of one qid.
type svmhmmReader struct {
	*builder
	sequence sequence
	row      []feature
	tags     int // the largest
}

func (r *svmhmmReader) content() *Content {
	r.K = max(r.K, r.tags, 1)
	for k := len(r.Labels); k < r.K; k++ {
		r.Labels = append(r.Labels, strconv.Itoa(k+1))
	}
	if r.unlabelled {
		r.fill = r.fillLine
	}
	return r.finish()
}

func (r *svmhmmReader) read(l *lineReader) error {
	qid := -1
	err := l.each(func(line []byte) error {
		line, _, _ = bytes.Cut(line, []byte{'#'})
		fields := bytes.Fields(line)
		if len(fields) == 0 {
			return nil
		}
		tag, example, err := r.line(fields)
		if err != nil {
			return l.errorf("%w", err)
		}
		if example != qid {
			if err := r.end(qid); err != nil {
				return err
			}
			qid = example
			r.sequence.begin(r.id(qid), l.place)
			if old, twice := r.seen[r.sequence.id]; twice {
				return l.errorf("example %d began before (%v): its lines must be consecutive", qid,
					old)
			}
		}
		r.sequence.line(tag, r.row)
		r.variable(l.line)
		return nil
	})
	if err != nil {
		return err
	}
	return r.end(qid)
}

// end adds the current sequence, if there is one.
func (r *svmhmmReader) end(qid int) error {
	if qid < 0 {
		return nil
	}
	return r.add(r.sequence.instance(), extra{fold: -1}, r.sequence.at)
}

// line reads the fields of one line: its label from 0, its example and, into r.row, its features.
func (r *svmhmmReader) line(fields [][]byte) (label int32, qid int, err error) {
	tag, err := wholeOf(fields[0], 0, maxLabels)
	if err != nil {
		return 0, 0, fmt.Errorf("tag: %w (0: not known)", err)
	}
	if r.unlabelled {
		tag = 0
	}
	if n := len(r.Labels); n > 0 && tag > n {
		return 0, 0, fmt.Errorf("tag %d, but labels names %d", tag, n)
	}
	r.tags = max(r.tags, tag)
	text, ok := []byte(nil), false
	if len(fields) > 1 {
		text, ok = bytes.CutPrefix(fields[1], []byte("qid:"))
	}
	if !ok {
		return 0, 0, errors.New(
			"want TAG qid:EXAMPLE FEATURE:VALUE …, but qid: does not follow the tag")
	}
	if qid, err = wholeOf(text, 0, maxIndex); err != nil {
		return 0, 0, fmt.Errorf("qid: %w", err)
	}
	r.row = r.row[:0]
	for _, field := range fields[2:] {
		number, value, ok := bytes.Cut(field, []byte{':'})
		if !ok {
			return 0, 0, fmt.Errorf("want FEATURE:VALUE, got %q", field)
		}
		j, err := wholeOf(number, 1, maxWidth)
		if err != nil {
			return 0, 0, fmt.Errorf("feature: %w", err)
		}
		v, err := float32Of(value)
		if err != nil {
			return 0, 0, fmt.Errorf("feature %d: %w", j, err)
		}
		if n := len(r.row); n > 0 && int(r.row[n-1].column) >= j-1 {
			return 0, 0, fmt.Errorf(
				"feature %d follows feature %d: they must ascend, without repeats", j,
				r.row[n-1].column+1)
		}
		r.row = append(r.row, feature{int32(j - 1), v})
		r.NodeWidth = max(r.NodeWidth, j)
	}
	if tag == 0 {
		return sp.Unknown, qid, nil
	}
	return int32(tag - 1), qid, nil
}
