package suite

import (
	"path/filepath"
	"slices"
	"strings"
)

// An item is NAME, or NAME: {…}: its name, its reserved keys and the rest.
type item struct {
	name     string
	at       Pos
	reserved map[string]field
	args     []field
}

// item reads one. It is not ok if there is no name to go on with.
func (r *reader) item(n *node, what string, reserved ...string) (it item, ok bool) {
	it = item{name: n.text, at: n.at, reserved: map[string]field{}}
	switch {
	case n.kind == text && n.text != "":
		return it, true
	case n.kind != mapping || len(n.fields) == 0 || n.fields[0].name == "":
		r.wrong(n, what, "NAME, or NAME: {arguments}")
		return it, false
	case len(n.fields) > 1:
		first, second := n.fields[0].name, n.fields[1]
		r.fail(second.at, "indent it further, or write "+first+": {"+second.name+": …}",
			"%s stands beside %s instead of inside it", quote(second.name), quote(first))
		return it, false
	}
	f := n.fields[0]
	it.name, it.at = f.name, f.at
	switch f.value.kind {
	case empty:
	case mapping:
		for _, arg := range f.value.fields {
			if slices.Contains(reserved, arg.name) {
				it.reserved[arg.name] = arg
			} else {
				it.args = append(it.args, arg)
			}
		}
	default:
		r.wrong(f.value, "what follows "+quote(f.name), "a mapping (key: value)")
	}
	return it, true
}

// items returns the items of a list that has at least one.
func (r *reader) items(f field) []*node {
	switch {
	case f.value.kind != list:
		r.wrong(f.value, f.name, "a list")
	case len(f.value.items) == 0:
		r.fail(f.value.at, "", "the list of %s is empty", f.name)
	default:
		return f.value.items
	}
	return nil
}

func (it item) spec() Spec {
	return Spec{Name: it.name, Args: object(it.args), Pos: it.at, args: it.args}
}

// spec reads an item without reserved keys.
func (r *reader) spec(n *node, what string) Spec {
	it, ok := r.item(n, what)
	if !ok {
		return Spec{}
	}
	return it.spec()
}

// label returns the value of as, or the name.
func (r *reader) label(it item) string {
	f, ok := it.reserved["as"]
	if !ok {
		return it.name
	}
	return r.text(f)
}

// A labels refuses a second thing of the same label.
type labels map[string]Pos

func (l labels) add(r *reader, at Pos, what, label string) {
	if old, twice := l[label]; twice {
		r.fail(at, "tell them apart with as: LABEL", "two %s are called %s (the first on line %d)", what, quote(label), old.Line)
		return
	}
	l[label] = at
}

func (r *reader) outputs(f field) (outputs []Output) {
	seen := labels{}
	for _, n := range r.items(f) {
		it, ok := r.item(n, "an output", outputKeys...)
		if !ok {
			continue
		}
		o := Output{Spec: it.spec(), Label: r.label(it)}
		if reveal, ok := it.reserved["reveal"]; ok {
			o.Reveal, o.reveals = r.reveal(reveal), true
		}
		seen.add(r, it.at, "outputs", o.Label)
		outputs = append(outputs, o)
	}
	return outputs
}

// What the datasets are called that are read from files, and from folders of images.
const (
	fileName   = "file"
	imagesName = "images"
)

func ownName(path string) string {
	if strings.HasSuffix(path, "/") {
		return imagesName
	}
	return fileName
}

// fileLabel returns the label of data that are read from files, their first file's name without its endings; "" where it
// is another dataset. A path in place of the name becomes an argument: a name has neither dot nor slash. A path that ends
// in a slash is a folder of images.
func fileLabel(it *item) string {
	if strings.ContainsAny(it.name, "./") {
		path := &node{kind: text, at: it.at, text: it.name}
		it.name, it.args = ownName(it.name), append([]field{{"path", it.at, path}}, it.args...)
	}
	i := slices.IndexFunc(it.args, func(f field) bool { return f.name == "path" })
	if it.name != fileName && it.name != imagesName || i < 0 {
		return ""
	}
	path := it.args[i].value
	if path.kind == list && len(path.items) > 0 {
		path = path.items[0]
	}
	label, _, _ := strings.Cut(filepath.Base(path.text), ".")
	return label
}

func (r *reader) datasets(f field) (datasets []Dataset) {
	seen := labels{}
	for at, n := range r.items(f) {
		it, ok := r.item(n, "a dataset", datasetKeys...)
		if !ok {
			continue
		}
		label := fileLabel(&it)
		d := Dataset{Spec: it.spec(), Label: r.label(it)}
		if _, named := it.reserved["as"]; label != "" && !named {
			d.Label = label
		}
		if split, ok := it.reserved["split"]; ok {
			d.Splits = r.splits(split.value)
		}
		if sizes, ok := it.reserved["sizes"]; ok {
			d.Splits = r.sizes(sizes, d.Splits)
		}
		if features, ok := it.reserved["features"]; ok {
			d.Features = r.spec(features.value, "a feature map")
		}
		if oracle, ok := it.reserved["oracle"]; ok {
			d.oracles = r.oracles(oracle)
		}
		d.item, d.at = d.Label, at
		for _, column := range d.bySize() {
			column.column = column.Label
			seen.add(r, it.at, "datasets", column.Label)
			datasets = append(datasets, column)
		}
	}
	return datasets
}
