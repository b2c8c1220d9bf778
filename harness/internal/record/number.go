package record

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
)

// A Number is a float64 as JSON. NaN and the infinities, which JSON lacks, are written as null.
// Null is read as NaN.
type Number float64

// MarshalJSON writes the shortest decimal that reads back as the same bits.
func (v Number) MarshalJSON() ([]byte, error) { return appendNumber(nil, float64(v)), nil }

// UnmarshalJSON reads a JSON number or null.
func (v *Number) UnmarshalJSON(text []byte) error {
	f, err := parseNumber(text)
	*v = Number(f)
	return err
}

// Numbers are a slice of numbers as JSON, in shortest decimals. Numbers that are not finite are
// null.
type Numbers []float64

// MarshalJSON writes a JSON array; nil is written as null.
func (v Numbers) MarshalJSON() ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	text := make([]byte, 0, 2+4*len(v))
	text = append(text, '[')
	for i, f := range v {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendNumber(text, f)
	}
	return append(text, ']'), nil
}

// UnmarshalJSON reads a JSON array of numbers and nulls, or null.
func (v *Numbers) UnmarshalJSON(text []byte) error {
	text = bytes.TrimSpace(text)
	if string(text) == "null" {
		*v = nil
		return nil
	}
	if len(text) < 2 || text[0] != '[' {
		return fmt.Errorf("record: want an array of numbers, got %.20s", text)
	}
	list := make(Numbers, 0, bytes.Count(text, []byte{','})+1)
	for rest := bytes.TrimSpace(text[1 : len(text)-1]); len(rest) > 0; {
		var first []byte
		first, rest, _ = bytes.Cut(rest, []byte{','})
		f, err := parseNumber(bytes.TrimSpace(first))
		if err != nil {
			return err
		}
		list = append(list, f)
	}
	*v = list
	return nil
}

// appendNumber appends v as JSON. Whole numbers, which most statistics are, have no point and no
// exponent.
func appendNumber(dst []byte, v float64) []byte {
	switch {
	case v-v != 0:
		return append(dst, "null"...)
	case v == math.Trunc(v) && math.Abs(v) < 1<<53 && !(v == 0 && math.Signbit(v)):
		return strconv.AppendInt(dst, int64(v), 10)
	}
	return strconv.AppendFloat(dst, v, 'g', -1, 64)
}

// parseNumber reads one value of a valid JSON text.
func parseNumber(text []byte) (float64, error) {
	if string(text) == "null" {
		return math.NaN(), nil
	}
	if len(text) > 0 && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') {
		if f, err := strconv.ParseFloat(string(text), 64); err == nil {
			return f, nil
		}
	}
	return 0, fmt.Errorf("record: want a number or null, got %.20s", text)
}
