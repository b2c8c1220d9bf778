package format

import (
	"fmt"

	"github.com/spbench/spbench/harness/param"
)

// A dictionary numbers names in order of first appearance.
type dictionary struct {
	number map[string]int32
	only   []string // the only allowed labels; nil: any
}

func newDictionary() dictionary { return dictionary{number: map[string]int32{}} }

// dictionaryOf returns a fixed dictionary of the named labels, or without names an empty one that
// grows.
func (b *builder) dictionaryOf(labels []string) (d dictionary, err error) {
	d = newDictionary()
	if len(labels) == 0 {
		return d, nil
	}
	if err := b.setLabels(0, labels); err != nil {
		return d, fmt.Errorf("labels: %w", err)
	}
	for _, name := range labels {
		d.of([]byte(name))
	}
	d.only = labels
	return d, nil
}

func (d *dictionary) of(name []byte) int32 {
	if k, known := d.number[string(name)]; known {
		return k
	}
	k := int32(len(d.number))
	d.number[string(name)] = k
	return k
}

// label returns the number of the label called name. It is an error if the name is empty, is not
// among the named labels, or is one label too many; the last error ends with hint as a question.
func (d *dictionary) label(name []byte, hint string) (int32, error) {
	if k, known := d.number[string(name)]; known {
		return k, nil
	}
	if d.only != nil {
		return 0, fmt.Errorf("%w (labels: names all there are)",
			param.Unknown("label", string(name), d.only))
	}
	k := d.of(name)
	if k >= maxLabels {
		return 0, fmt.Errorf("label %q exceeds the limit of %d labels: %s", name, maxLabels, hint)
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
