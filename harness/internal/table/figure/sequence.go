package figure

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/sp"
)

// A Sequence shows one chain, such as a word or a sentence, or one structure: the true labels of
// its variables in order, and the labels of each row. It marks wrong labels.
type Sequence struct {
	Title     string
	Variables []string // of a structure, or the words of a chain; nil: a chain without
	Truth     []string
	Lines     []SequenceLine

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

// NewSequence returns instance i of d without lines. It fails on a graph but a chain.
func NewSequence(d *data.Dataset, i int, title string) (*Sequence, error) {
	x := &d.Instances[i]
	s := &Sequence{Title: title, names: d.Labels, gold: x.Gold}
	switch {
	case x.IsChain():
		s.Variables = x.Texts
	case x.Structure == nil:
		return nil, fmt.Errorf("figure: sequence: %s: %w", d.Name,
			errors.New("its instances are not chains"))
	case d.LabelTexts != nil:
		s.names = d.LabelTexts[i]
		for v, text := range x.Texts {
			s.Variables = append(s.Variables, fmt.Sprint(v+1, " ", text))
		}
	default:
		s.Variables = variables(x)
	}
	s.Truth = s.words(x.Gold)
	return s, nil
}

// variables names the variables of a structure: by their arcs, or by their numbers.
func variables(x *sp.Instance) (names []string) {
	for v := range x.N() {
		switch s := x.Structure; s.Kind {
		case sp.Path:
			names = append(names, fmt.Sprintf("%d to %d", s.Arcs[v].U, s.Arcs[v].V))
		case sp.Arborescence:
			names = append(names, fmt.Sprint(v+1))
		default:
			names = append(names, fmt.Sprint(v))
		}
	}
	return names
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

// Add implements [Drawing]. It leaves out predictions that are not stored.
func (s *Sequence) Add(learner, decoder string, labels []int32) {
	if labels == nil {
		return
	}
	line := SequenceLine{Learner: learner, Decoder: decoder, Labels: s.words(labels)}
	line.Wrong, line.Count = wrong(labels, s.gold)
	s.Lines = append(s.Lines, line)
}

// Write writes the sequence as text: the truth as heading, and a line for each row, with wrong
// labels in brackets and their number. If variables have names, it is turned: a line for each.
func (s *Sequence) Write(w io.Writer) error {
	lines := [][]string{slices.Concat([]string{"truth"}, s.Truth, []string{"wrong"})}
	for _, l := range s.Lines {
		row := []string{l.Learner + " " + l.Decoder}
		for v, label := range l.Labels {
			if l.Wrong[v] {
				label = "[" + label + "]"
			}
			row = append(row, label)
		}
		lines = append(lines, append(row, fmt.Sprint(l.Count)))
	}
	last := len(lines[0]) - 1
	g := grid.New(lines[0][:last]...).Numbers(lines[0][last])
	if s.Variables != nil {
		turned := make([][]string, last+1)
		for v, name := range slices.Concat([]string{""}, s.Variables, []string{""}) {
			turned[v] = []string{name}
			for _, line := range lines {
				turned[v] = append(turned[v], line[v])
			}
		}
		lines, g = turned, grid.New(turned[0]...)
	}
	g.Title = s.Title
	for _, line := range lines[1:] {
		g.Add(line...)
	}
	return g.Write(w, "text")
}
