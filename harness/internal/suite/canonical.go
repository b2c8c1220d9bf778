package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Canonical returns the one spelling of a JSON text that all spellings of the
// same value share: keys sorted, no spaces, each number in its shortest decimal
// form (1e2, 100.0 and 100 are 100). Whole numbers of up to 64 bits keep their
// digits; all others are read as float64 and must be finite.
func Canonical(text []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("suite: canonical JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("suite: canonical JSON: something follows the value")
	}
	out, err := appendCanonical(nil, v)
	if err != nil {
		return nil, fmt.Errorf("suite: canonical JSON: %w", err)
	}
	return out, nil
}

// appendCanonical appends a value as decoded by encoding/json with UseNumber, whose
// numbers it rewrites.
func appendCanonical(dst []byte, v any) ([]byte, error) {
	v, err := numbers(v)
	if err != nil {
		return nil, err
	}
	b := bytes.NewBuffer(dst)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	err = enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

// numbers gives each number in a value its canonical spelling.
func numbers(v any) (_ any, err error) {
	switch v := v.(type) {
	case json.Number:
		text, err := appendNumber(nil, v.String())
		return json.Number(text), err
	case []any:
		for i := range v {
			if v[i], err = numbers(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for name := range v {
			if v[name], err = numbers(v[name]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// appendNumber appends the canonical spelling of a decimal number.
func appendNumber(dst []byte, s string) ([]byte, error) {
	s = strings.TrimPrefix(s, "+")
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return strconv.AppendInt(dst, i, 10), nil
	}
	if u, err := strconv.ParseUint(s, 10, 64); err == nil {
		return strconv.AppendUint(dst, u, 10), nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, fmt.Errorf("number %.40s is not finite", s)
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<63 {
		return strconv.AppendInt(dst, int64(f), 10), nil
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64), nil
}

// canonical returns the value as encoding/json with UseNumber would decode it.
func (n *node) canonical() any {
	switch n.kind {
	case boolean:
		return strings.EqualFold(n.text, "true")
	case number:
		return json.Number(n.text)
	case text:
		return n.text
	case list:
		items := make([]any, len(n.items))
		for i, item := range n.items {
			items[i] = item.canonical()
		}
		return items
	case mapping:
		fields := make(map[string]any, len(n.fields))
		for _, f := range n.fields {
			fields[f.name] = f.value.canonical()
		}
		return fields
	}
	return nil
}

// compact returns the value as canonical JSON.
func compact(n *node) []byte {
	out, err := appendCanonical(nil, n.canonical())
	if err != nil {
		panic("suite: " + err.Error()) // the tree holds finite numbers and text only
	}
	return out
}

// object returns fields as a canonical JSON object.
func object(fields []field) json.RawMessage { return compact(&node{kind: mapping, fields: fields}) }

// spell returns a scalar as a label shows it: its canonical form, unquoted.
func (n *node) spell() string {
	if n.kind == text {
		return n.text
	}
	return string(compact(n))
}
