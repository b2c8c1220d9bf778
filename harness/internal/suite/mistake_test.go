package suite

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestMistakes reads testdata/mistakes.txt. It has suites with a mistake, and the errors. Only
// suites called "whole" have all keys; to the others [with] adds them.
func TestMistakes(t *testing.T) {
	golden(t, mistakesFile, func(name, text string) string { return mistake(name, text).Error() })
}

const mistakesFile = "testdata/mistakes.txt"

// mistake returns the error of a suite.
func mistake(name, text string) error {
	if !strings.HasPrefix(name, "whole") {
		text = with(text)
	}
	s, err := Parse("suite.yaml", []byte(text))
	if err == nil {
		err = s.Check(catalogue())
	}
	if err == nil {
		err = errors.New("no mistake")
	}
	return err
}

// TestNoText: the error for other bytes has their place.
func TestNoText(t *testing.T) {
	for text, want := range map[string]string{
		"suite: a\x00b\n": `1:9: invalid character U+0000
    suite: a�b
            ^
hint: delete it`,
		"suite: a\nabout: na\xefve\n": `2:10: this is not UTF-8
    about: na�ve
             ^
hint: save the file as UTF-8`,
	} {
		if err := mistake("whole", text); err.Error() != "suite.yaml:"+want {
			t.Errorf("%q: got\n%v\nwant\n%s", text, err, want)
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
	for _, file := range []string{"testdata/suites.txt", mistakesFile} {
		for _, m := range must(txtar.ParseFile(file))(f).Files {
			text, _, _ := strings.Cut(string(m.Data), "=>\n")
			f.Add([]byte(text))
			f.Add([]byte(with(text)))
		}
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
