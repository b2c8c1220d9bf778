package yamltree

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

// Canonical returns a JSON text in canonical form: keys sorted, no spaces, and each number in its
// shortest decimal form (100 for 1e2 and 100.0). Equal values have the same form. Whole numbers of
// up to 64 bits keep their digits. All other numbers are read as float64 and must be finite.
func Canonical(text []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("yamltree: JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("yamltree: JSON: something follows the value")
	}
	out, err := appendCanonical(nil, v)
	if err != nil {
		return nil, fmt.Errorf("yamltree: JSON: %w", err)
	}
	return out, nil
}

// appendCanonical appends a value as decoded by encoding/json with UseNumber. It rewrites the
// numbers of the value.
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

// numbers rewrites each number in a value in canonical form.
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

// appendNumber appends a decimal number in canonical form.
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

// canonical returns the value as encoding/json with UseNumber decodes it.
func (n *Node) canonical() any {
	switch n.Kind {
	case Boolean:
		return strings.EqualFold(n.Text, "true")
	case Number:
		return json.Number(n.Text)
	case Text:
		return n.Text
	case List:
		items := make([]any, len(n.Items))
		for i, item := range n.Items {
			items[i] = item.canonical()
		}
		return items
	case Mapping:
		fields := make(map[string]any, len(n.Fields))
		for _, f := range n.Fields {
			fields[f.Name] = f.Value.canonical()
		}
		return fields
	}
	return nil
}

// JSON returns a value as canonical JSON, see [Canonical].
func JSON(n *Node) []byte {
	out, err := appendCanonical(nil, n.canonical())
	if err != nil {
		panic("yamltree: " + err.Error()) // trees have finite numbers and text only
	}
	return out
}

// Object returns fields as a canonical JSON object.
func Object(fields []Field) json.RawMessage { return JSON(&Node{Kind: Mapping, Fields: fields}) }

// Spell returns a scalar as labels show it: in canonical form, without quotes.
func (n *Node) Spell() string {
	if n.Kind == Text {
		return n.Text
	}
	return string(JSON(n))
}
