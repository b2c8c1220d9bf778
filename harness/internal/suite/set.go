package suite

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// lists are the keys whose items are addressed by their labels.
var lists = []string{"datasets", "learners", "decoders", "metrics"}

// setAt puts a value at a place of a suite file: KEY.PATH=VALUE, where the path goes through keys, and through
// the labels of the items of a list. Parts with a dot are in double quotes. No value takes the key out.
func (n *node) setAt(set string) error { return n.setTo(set, written) }

// setTo is setAt where read reads the VALUE.
func (n *node) setTo(set string, read func(value string) (*node, error)) error {
	path, value, found, err := cutSet(set)
	if err != nil {
		return err
	}
	if !found || len(path) == 0 {
		return errors.New("write KEY.PATH=VALUE, such as budget.passes=10 or learners.crf.lambda=0.1")
	}
	at := n
	for i, key := range path[:len(path)-1] {
		if at, err = at.enter(key, strings.Join(path[:i], ".")); err != nil {
			return err
		}
	}
	last := path[len(path)-1]
	switch {
	case at.kind == list:
		return fmt.Errorf("%q is an item of a list: write %s.KEY=VALUE", last, strings.Join(path, "."))
	case value == "":
		at.unset(last)
		return nil
	}
	v, err := read(value)
	if err == nil {
		at.set(last, v)
	}
	return err
}

// written reads a value as it is written in a suite file.
func written(value string) (*node, error) {
	r := &reader{source: newSource("-set", []byte("value: "+value))}
	v := r.tree([]byte("value: " + value))
	if v == nil || len(v.fields) != 1 {
		return nil, fmt.Errorf("%q is not a value", value)
	}
	return v.fields[0].value, nil
}

// Arguments sets arguments of a dataset, KEY=VALUE or KEY.PATH=VALUE each, in args, a JSON object, and returns it. What is no number,
// no true or false, and not in brackets, braces or quotes is a text as it stands, such as lines of templates.
func Arguments(args []byte, sets []string) ([]byte, error) {
	root := (&reader{source: newSource("", nil)}).tree(args)
	if root == nil || root.kind != mapping {
		return nil, fmt.Errorf("suite: %s is not an object of arguments", args)
	}
	for _, set := range sets {
		if path, _, found, err := cutSet(set); err == nil && (!found || len(path) == 0) {
			return nil, fmt.Errorf("-set %s: want ARGUMENT=VALUE, such as superpixels=200 or labels.sky=0", set)
		}
		if err := root.setTo(set, writtenOrText); err != nil {
			return nil, fmt.Errorf("-set %s: %w", set, err)
		}
	}
	return object(root.fields), nil
}

func writtenOrText(value string) (*node, error) {
	v, err := written(value)
	if strings.ContainsAny(value[:1], `{["`) || err == nil && (v.kind == number || v.kind == boolean) {
		return v, err
	}
	return &node{kind: text, text: value}, nil
}

// cutSet divides KEY.PATH=VALUE.
func cutSet(set string) (path []string, value string, found bool, err error) {
	part, quoted := "", false
	for i, c := range set {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
			part += string(c)
		case c == '=':
			return append(path, part), strings.TrimSpace(set[i+1:]), part != "", nil
		case c == '.':
			path, part = append(path, part), ""
		default:
			part += string(c)
		}
	}
	if quoted {
		return nil, "", false, errors.New("a double quote is never closed")
	}
	return nil, "", false, nil
}

// enter returns the mapping, or the list, below a key or a label; it makes one where there is none.
func (n *node) enter(key, path string) (*node, error) {
	if n.kind == list {
		return n.item(key, path)
	}
	v := n.find(key)
	switch {
	case v == nil || v.kind == empty:
		v = &node{kind: mapping}
		n.set(key, v)
	case v.kind == list && !slices.Contains(lists, key):
		return nil, fmt.Errorf("%q is a list: set all of it", key)
	case v.kind != mapping && v.kind != list:
		return nil, fmt.Errorf("%q is %s and has no keys", key, v.describe())
	}
	return v, nil
}

// item returns the arguments of the item of that label.
func (n *node) item(label, path string) (*node, error) {
	var labels []string
	for i, v := range n.items {
		f := field{name: v.text, value: &node{kind: mapping}}
		if len(v.fields) == 1 {
			if f.name = v.fields[0].name; v.fields[0].value.kind != empty {
				f.value = v.fields[0].value
			}
		}
		name := cmp.Or((&Spec{Name: f.name, args: f.value.fields}).fileLabel(), f.name)
		if as := f.value.find("as"); as != nil {
			name = as.text
		}
		if name == label {
			n.items[i] = &node{kind: mapping, fields: []field{f}}
			return f.value, nil
		}
		labels = append(labels, name)
	}
	return nil, fmt.Errorf("%s has no item called %q\nhint: %s", path, label, hint(label, "there are", labels))
}
