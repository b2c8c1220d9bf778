package figure

import (
	"errors"
	"fmt"
	"io"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/grid"
)

// A Sequence shows one chain, such as a word or a sentence: the true labels of its variables in
// order, and the labels of each row. It marks wrong labels.
type Sequence struct {
	Title string
	Truth []string
	Lines []SequenceLine

	names []string
	gold  []int32
}

// A SequenceLine is the prediction of one decoder.
type SequenceLine struct {
	Learner, Decoder string
	Labels           []string
	Wrong            []bool // parallel to Labels
	Count            int    // of the wrong ones
}

// NewSequence returns instance i of d without lines. It fails if the instance is no chain.
func NewSequence(d *data.Dataset, i int, title string) (*Sequence, error) {
	x := &d.Instances[i]
	if !x.IsChain() {
		return nil, fmt.Errorf("figure: sequence: %s: %w", d.Name,
			errors.New("its instances are not chains"))
	}
	s := &Sequence{Title: title, names: d.Labels, gold: x.Gold}
	s.Truth = s.words(x.Gold)
	return s, nil
}

// words returns the names of labels; an unknown label is "?".
func (s *Sequence) words(labels []int32) []string {
	texts := make([]string, len(labels))
	for v, k := range labels {
		switch {
		case k < 0:
			texts[v] = "?"
		case int(k) < len(s.names):
			texts[v] = s.names[k]
		default:
			texts[v] = fmt.Sprint(k)
		}
	}
	return texts
}

// Add adds a line for each view of labels. It panics if one has another length than the instance.
func (s *Sequence) Add(a Answer) {
	for _, v := range a.Views {
		if v.Labels == nil {
			continue
		}
		if len(v.Labels) != len(s.gold) {
			panic(fmt.Sprintf("figure: sequence: %d labels for %d variables", len(v.Labels),
				len(s.gold)))
		}
		line := SequenceLine{Learner: a.Learner, Decoder: v.Title, Labels: s.words(v.Labels)}
		line.Wrong, line.Count = wrong(v.Labels, s.gold)
		s.Lines = append(s.Lines, line)
	}
}

// Write writes the sequence as text: the truth as heading, and a line for each row, with wrong
// labels in brackets and their number.
func (s *Sequence) Write(w io.Writer) error {
	g := grid.New(append([]string{"truth"}, s.Truth...)...).Numbers("wrong")
	g.Title = s.Title
	for _, l := range s.Lines {
		row := []string{l.Learner + " " + l.Decoder}
		for v, label := range l.Labels {
			if l.Wrong[v] {
				label = "[" + label + "]"
			}
			row = append(row, label)
		}
		g.Add(append(row, fmt.Sprint(l.Count))...)
	}
	return g.Write(w, "text")
}
