package format

import (
	"bytes"
	"errors"
	"io"
	"strconv"
)

// tokens reads words separated by spaces and line ends.
type tokens struct {
	*lineReader
	fields [][]byte // remaining fields of the line
}

func newTokens(name string, r io.Reader) *tokens { return &tokens{lineReader: newLines(name, r)} }

// next returns the next word; after the last one the error is io.EOF.
func (t *tokens) next() (string, error) {
	for len(t.fields) == 0 {
		line, err := t.lineReader.next()
		if err != nil {
			return "", err
		}
		t.fields = bytes.Fields(line)
	}
	word := string(t.fields[0])
	t.fields = t.fields[1:]
	return word, nil
}

// whole reads an integer in least..most, called what in errors.
func (t *tokens) whole(what string, least, most int) (int, error) {
	word, err := t.next()
	if errors.Is(err, io.EOF) {
		return 0, t.errorf("the file ends, want %s", what)
	}
	if err != nil {
		return 0, err
	}
	v, err := wholeOf([]byte(word), least, most)
	if err != nil {
		return 0, t.errorf("%s: %w", what, err)
	}
	return v, nil
}

// wholes reads all remaining words as integers.
func (t *tokens) wholes() (list []int, err error) {
	for {
		word, err := t.next()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		v, err := wholeOf([]byte(word), 0, maxIndex)
		if err != nil {
			return nil, t.errorf("%w", err)
		}
		list = append(list, v)
	}
}

// number reads a finite number.
func (t *tokens) number(what string) (float64, error) {
	word, err := t.next()
	if errors.Is(err, io.EOF) {
		return 0, t.errorf("the file ends, want %s", what)
	}
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || v-v != 0 {
		return 0, t.errorf("%s: want a finite number, got %q", what, word)
	}
	return v, nil
}
