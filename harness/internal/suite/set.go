package suite

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// lists are the keys with lists whose items are addressed by label.
var lists = []string{"datasets", "learners", "decoders", "metrics"}

// setAt sets a value in a suite file: KEY.PATH=VALUE. The path goes through keys and through labels
// of list items. Parts with a dot are in double quotes. An empty value removes the key.
func setAt(n *node, set string) error {
	const form = "KEY.PATH=VALUE, such as budget.passes=10 or learners.crf.lambda=0.1"
	return setTo(n, set, form, written)
}

// setTo is setAt with a function that reads the VALUE, and the form of set for errors.
func setTo(n *node, set, form string, read func(value string) (*node, error)) error {
	path, value, found, err := cutSet(set)
	if err != nil {
		return err
	}
	if !found || len(path) == 0 {
		return errors.New("write " + form)
	}
	at := n
	for i, key := range path[:len(path)-1] {
		if at, err = enter(at, key, strings.Join(path[:i], ".")); err != nil {
			return err
		}
	}
	last := path[len(path)-1]
	switch {
	case at.Kind == yamltree.List:
		return fmt.Errorf("%q is an item of a list: write %s.KEY=VALUE", last, strings.Join(path, "."))
	case value == "":
		at.Unset(last)
		return nil
	}
	v, err := read(value)
	if err == nil {
		at.Set(last, v)
	}
	return err
}

// written reads a value as in a suite file.
func written(value string) (*node, error) {
	r := &reader{Parser: yamltree.Parser{Source: yamltree.NewSource("-set", []byte("value: "+value))}}
	v := r.Tree([]byte("value: " + value))
	if v == nil || len(v.Fields) != 1 {
		return nil, fmt.Errorf("%q is not a value", value)
	}
	return v.Fields[0].Value, nil
}

// Arguments sets arguments of a dataset, KEY=VALUE or KEY.PATH=VALUE each, in args, a JSON object.
// It returns the new object. A VALUE is a text unless it is a number, true or false, or begins with
// a bracket, brace or quote.
func Arguments(args []byte, sets []string) ([]byte, error) {
	root := (&reader{Parser: yamltree.Parser{Source: yamltree.NewSource("", nil)}}).Tree(args)
	if root == nil || root.Kind != yamltree.Mapping {
		return nil, fmt.Errorf("suite: %s is not an object of arguments", args)
	}
	for _, set := range sets {
		if err := setTo(root, set, "ARGUMENT=VALUE, such as superpixels=200 or labels.sky=0",
			writtenOrText); err != nil {
			return nil, fmt.Errorf("-set %s: %w", set, err)
		}
	}
	return yamltree.Object(root.Fields), nil
}

func writtenOrText(value string) (*node, error) {
	v, err := written(value)
	if strings.ContainsAny(value[:1], `{["`) || err == nil && (v.Kind == yamltree.Number ||
		v.Kind == yamltree.Boolean) {
		return v, err
	}
	return &node{Kind: yamltree.Text, Text: value}, nil
}

// cutSet splits KEY.PATH=VALUE.
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

// enter returns the mapping or list below a key or a label. It adds a missing key.
func enter(n *node, key, path string) (*node, error) {
	if n.Kind == yamltree.List {
		return itemCalled(n, key, path)
	}
	v := n.Find(key)
	switch {
	case v == nil || v.Kind == yamltree.Empty:
		v = &node{Kind: yamltree.Mapping}
		n.Set(key, v)
	case v.Kind == yamltree.List && !slices.Contains(lists, key):
		return nil, fmt.Errorf("%q is a list: set all of it", key)
	case v.Kind != yamltree.Mapping && v.Kind != yamltree.List:
		return nil, fmt.Errorf("%q is %s and has no keys", key, v.Describe())
	}
	return v, nil
}

// itemCalled returns the arguments of the item with a label.
func itemCalled(n *node, label, path string) (*node, error) {
	var labels []string
	for i, v := range n.Items {
		f := field{Name: v.Text, Value: &node{Kind: yamltree.Mapping}}
		if len(v.Fields) == 1 {
			if f.Name = v.Fields[0].Name; v.Fields[0].Value.Kind != yamltree.Empty {
				f.Value = v.Fields[0].Value
			}
		}
		name := cmp.Or((&Spec{Name: f.Name, args: f.Value.Fields}).fileLabel(), f.Name)
		if as := f.Value.Find("as"); as != nil {
			name = as.Text
		}
		if name == label {
			n.Items[i] = &node{Kind: yamltree.Mapping, Fields: []field{f}}
			return f.Value, nil
		}
		labels = append(labels, name)
	}
	return nil, fmt.Errorf("%s has no item called %q\nhint: %s", path, label, hint(label, "there are",
		labels))
}
