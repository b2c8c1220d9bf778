package suite

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A mistake is a suite file and its error: "PLACE WHAT", the line with a caret, and the hint.
type mistake struct{ name, text, want string }

// mistakes returns all mistakes. Most need [with].
func mistakes() []mistake {
	return slices.Concat(wrongSyntax, wrongKeys, wrongNumbers, wrongLists, wrongSplits, wrongRuns,
		wrongNames, gridMistakes, axisMistakes)
}

func TestMistakes(t *testing.T) {
	for _, m := range mistakes() {
		text := m.text
		if !strings.HasPrefix(m.name, "missing") && !slices.Contains(wrongSyntax, m) {
			text = with(text)
		}
		s, err := Parse("suite.yaml", []byte(text))
		if err == nil {
			err = s.Check(catalogue())
		}
		want := "suite.yaml:" + strings.TrimPrefix(m.want, "\n")
		if err == nil || err.Error() != want {
			t.Errorf("%s: got\n%v\nwant\n%s", m.name, err, want)
		}
	}
}

func TestExplain(t *testing.T) {
	s := mustParse(t, with("datasets: [{chains: {words: 3, split: {train: 2, test: 2}}}]"))
	cause := errors.New("3 words do not make 2 + 2")
	err := s.ErrorAt(s.Datasets[0].Splits[0].Pos, cause)
	want := `dir/suite.yaml:1:39: 3 words do not make 2 + 2
    datasets: [{chains: {words: 3, split: {train: 2, test: 2}}}]
                                          ^`
	if err.Error() != want || !errors.Is(err, cause) {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(quickstart))
	for _, m := range mistakes() {
		f.Add([]byte(m.text))
		f.Add([]byte(with(m.text)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse("suite.yaml", text)
		if err == nil {
			err = s.Check(catalogue())
		}
		var e *Error
		if err != nil && (!errors.As(err, &e) || !strings.HasPrefix(err.Error(),
			fmt.Sprintf("suite.yaml:%d:%d: ", e.Pos.Line, e.Pos.Column))) {
			t.Fatalf("an error without a place: %v", err)
		}
		if s != nil && (len(s.Datasets) == 0 || len(s.Learners) == 0 || s.Seeds.Count() == 0 ||
			len(s.Metrics) == 0) {
			t.Fatalf("an incomplete suite passes: %+v", s)
		}
	})
}
