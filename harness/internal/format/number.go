package format

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// numberLists read arrays of numbers. They refuse null for a number. The library would read 0.
// The rows of a table share memory.
var numberLists = json.JoinUnmarshalers(lists(float32Text), lists(float64Text), lists(indexText))

func lists[T any](number func(text []byte) (T, error)) *json.Unmarshalers {
	return json.JoinUnmarshalers(json.UnmarshalFromFunc(listOf(number)),
		json.UnmarshalFromFunc(tableOf(number)))
}

// listOf returns a reader of arrays of numbers, each read by number.
func listOf[T any](number func(text []byte) (T, error)) func(*jsontext.Decoder, *[]T) error {
	return func(d *jsontext.Decoder, list *[]T) error {
		*list = []T{} // also an empty array is there
		return appendNumbers(d, list, number)
	}
}

// tableOf returns a reader of arrays of arrays of numbers.
func tableOf[T any](number func(text []byte) (T, error)) func(*jsontext.Decoder, *[][]T) error {
	return func(d *jsontext.Decoder, table *[][]T) error {
		var all []T
		var ends []int
		err := each(d, "an array of rows, [[…], …]", func() error {
			err := appendNumbers(d, &all, number)
			ends = append(ends, len(all))
			return err
		})
		*table = make([][]T, len(ends))
		for i, begin := 0, 0; i < len(ends); i++ {
			(*table)[i] = all[begin:ends[i]:ends[i]]
			begin = ends[i]
		}
		return err
	}
}

func appendNumbers[T any](d *jsontext.Decoder, list *[]T, number func([]byte) (T, error)) error {
	return each(d, "an array of numbers", func() error {
		text, err := d.ReadValue()
		if err != nil {
			return err
		}
		v, err := number(text)
		*list = append(*list, v)
		return err
	})
}

func float32Text(text []byte) (float32, error) {
	v, err := finite(text, 32)
	return float32(v), err
}

func float64Text(text []byte) (float64, error) { return finite(text, 64) }

// finite reads a number of JSON, finite in so many bits.
func finite(text []byte, bits int) (float64, error) {
	v, err := strconv.ParseFloat(string(text), bits)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is too large for a %d-bit float", text, bits)
	case err != nil:
		return 0, wanted("a finite number", text)
	}
	return v, nil
}

func indexText(text []byte) (int32, error) {
	v, err := wholeText(text, maxIndex)
	return int32(v), err
}

// maxIndex is the largest number of a variable.
const maxIndex = 1<<31 - 2

// wholeText reads a whole number in 0..most.
func wholeText(text []byte, most int) (int, error) {
	v, err := strconv.Atoi(string(text))
	if err != nil || v < 0 || v > most {
		return 0, wanted(fmt.Sprintf("a whole number in 0..%d", most), text)
	}
	return v, nil
}

// readWhole reads the next value, a whole number in 0..most.
func readWhole(d *jsontext.Decoder, most int) (int, error) {
	text, err := d.ReadValue()
	if err != nil {
		return 0, err
	}
	return wholeText(text, most)
}

// readText reads the next value, a text; errors call it by the given name.
func readText(d *jsontext.Decoder, what string) (string, error) {
	if d.PeekKind() != '"' {
		text, err := d.ReadValue()
		if err == nil {
			err = wanted(what, text)
		}
		return "", err
	}
	text, err := d.ReadToken()
	if err != nil {
		return "", err
	}
	return text.String(), nil
}

// each reads an array; errors call it by the given name. read reads one value.
func each(d *jsontext.Decoder, what string, read func() error) error {
	if d.PeekKind() != '[' {
		text, err := d.ReadValue()
		if err != nil {
			return err
		}
		return wanted(what, text)
	}
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != ']' {
		err = read()
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return err
}

// wanted returns the error for another value than the expected one.
func wanted(what string, text []byte) error { return fmt.Errorf("want %s, got %.20s", what, text) }
