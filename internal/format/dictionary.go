package format

import (
	"fmt"
	"unicode/utf8"
)

// A dictionary numbers names in the order in which they are first seen.
type dictionary struct{ number map[string]int32 }

func (d *dictionary) of(name []byte) int32 {
	if k, known := d.number[string(name)]; known {
		return k
	}
	k := int32(len(d.number))
	d.number[string(name)] = k
	return k
}

// label returns the number of the label called name. The error says that it is none, or one too many, and then asks
// hint.
func (d *dictionary) label(name []byte, hint string) (int32, error) {
	if !utf8.Valid(name) {
		return 0, fmt.Errorf("label %q is not UTF-8", name)
	}
	k := d.of(name)
	if k >= maxLabels {
		return 0, fmt.Errorf("label %q is one more than %d: %s", name, maxLabels, hint)
	}
	return k, nil
}

// names returns the names by their numbers.
func (d *dictionary) names() []string {
	names := make([]string, len(d.number))
	for name, k := range d.number {
		names[k] = name
	}
	return names
}
