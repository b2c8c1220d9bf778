package peer

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// A Model is a linear chain of another program.
type Model struct {
	Tool    string // CRFsuite or CRF++
	weights map[name]float64
}

// A name identifies a weight: a feature of a variable with its label, or of an edge with the labels
// of both variables. The feature of a transition of CRFsuite is "".
type name struct{ feature, label, next string }

const (
	crfsuite = "CRFsuite"
	crfpp    = "CRF++"
)

// Read reads a model: what crfsuite dump prints, or the text model of crf_learn -t.
func Read(path string) (*Model, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := &Model{weights: map[name]float64{}}
	switch text := string(text); {
	case strings.HasPrefix(text, "FILEHEADER = {\n"):
		m.Tool, err = crfsuite, m.dump(text)
	case strings.HasPrefix(text, "version: "):
		m.Tool, err = crfpp, m.text(text)
	default:
		err = errors.New("want what crfsuite dump prints, or the text model (.txt) of crf_learn -t")
	}
	if err == nil && len(m.weights) == 0 {
		err = errors.New("the model has no weights")
	}
	if err != nil {
		return nil, fmt.Errorf("peer: %s: %w", path, err)
	}
	return m, nil
}

// dump reads lines such as (0) FEATURE --> LABEL: WEIGHT, where (1) is a transition.
func (m *Model) dump(text string) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		rest, weight := strings.CutPrefix(line, "  (")
		if !weight {
			continue
		}
		colon := strings.LastIndex(rest, ": ")
		arrow := strings.LastIndex(rest[:max(colon, 0)], " --> ")
		if arrow < len("0) ") {
			return fmt.Errorf("line %d: want (0) FEATURE --> LABEL: WEIGHT, got %.99q", number, line)
		}
		at := name{feature: rest[len("0) "):arrow], label: rest[arrow+len(" --> ") : colon]}
		if rest[0] == '1' {
			at = name{label: at.feature, next: at.label}
		}
		if err := m.set(at, strings.TrimSpace(rest[colon+2:])); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}

// text reads the parts of a text model: header, labels, templates, features with the place of
// their first weight, and weights.
func (m *Model) text(text string) error {
	parts := strings.Split(strings.TrimSuffix(text, "\n"), "\n\n")
	if len(parts) != 5 {
		return fmt.Errorf("want 5 parts with empty lines between them, got %d", len(parts))
	}
	labels, weights := strings.Split(parts[1], "\n"), strings.Split(parts[4], "\n")
	for line := range strings.SplitSeq(parts[3], "\n") {
		first, feature, _ := strings.Cut(line, " ")
		at, err := strconv.Atoi(first)
		names := []string{""}
		if strings.HasPrefix(feature, "B") {
			names = labels
		}
		if err != nil || at < 0 || at+len(labels)*len(names) > len(weights) {
			return fmt.Errorf("feature %.99q: its weights are not among the %d", line, len(weights))
		}
		for _, label := range labels {
			for _, next := range names {
				if err := m.set(name{feature, label, next}, weights[at]); err != nil {
					return err
				}
				at++
			}
		}
	}
	return nil
}

func (m *Model) set(at name, text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v-v != 0 || math.Abs(v) > 1e100 {
		return fmt.Errorf("the weight of %q is %q", at.feature, text)
	}
	m.weights[at] = v
	return nil
}
