package suite

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// A thing is NAME, or NAME: {arguments}. Keys K stand among its arguments, but are none.
type thing[K any] struct {
	Spec
	Label string `json:"label"` // the value of as, or the name
	own   K
	node  *node // the mapping behind the name
}

// keys returns the type of the keys that are not arguments.
func (thing[K]) keys() reflect.Type { return reflect.TypeFor[K]() }

func (t *thing[K]) read(r *reader, f field) {
	n := f.value
	t.Name, t.Pos, t.node = n.text, n.at, &node{}
	switch {
	case n.kind == text && n.text != "":
	case n.kind != mapping || len(n.fields) == 0 || n.fields[0].name == "":
		r.wrong(n, f.name, "NAME, or NAME: {arguments}")
	case len(n.fields) > 1:
		first, second := n.fields[0].name, n.fields[1]
		r.fail(second.at, "indent it further, or write "+first+": {"+second.name+": …}",
			"%s stands beside %s instead of inside it", quote(second.name), quote(first))
	default:
		in := n.fields[0]
		t.Name, t.Pos, t.node = in.name, in.at, in.value
		if in.value.kind != mapping && in.value.kind != empty {
			r.wrong(in.value, "what follows "+quote(in.name), "a mapping (key: value)")
		}
		r.fill(in, reflect.ValueOf(&t.own).Elem(), &t.args)
	}
	t.Args, t.Label = object(t.args), t.Name
	if as := t.node.find("as"); as != nil {
		t.Label = as.text
	}
}

// A labels refuses a second thing of the same label.
type labels map[string]Pos

func (l labels) add(r *reader, at Pos, what, label string) {
	if old, twice := l[label]; twice {
		r.fail(at, "add as: LABEL to one of them", "two %s have the label %s (first on line %d)", what, quote(label), old.Line)
		return
	}
	l[label] = at
}

// decoders returns decoders that reveal what they say themselves, or else what the suite says.
func (r *reader) decoders(things []thing[decoderKeys], reveal Reveal) (decoders []Decoder) {
	seen := labels{}
	for _, t := range things {
		o := Decoder{Spec: t.Spec, Label: t.Label, Reveal: reveal}
		if t.own.Reveal != nil {
			o.Reveal = *t.own.Reveal
		}
		seen.add(r, t.Pos, "decoders", o.Label)
		decoders = append(decoders, o)
	}
	return decoders
}

// Names of the datasets from files, and from folders of images.
const (
	fileName   = "file"
	imagesName = "images"
)

// fileLabel returns the label of data that are read from files, their first file's name without its endings; "" where it
// is another dataset. A path in place of the name becomes an argument: a name has neither dot nor slash. A path that ends
// in a slash is a folder of images.
func (s *Spec) fileLabel() string {
	if strings.ContainsAny(s.Name, "./") {
		path := field{"path", s.Pos, &node{kind: text, at: s.Pos, text: s.Name}}
		s.args = append([]field{path}, s.args...)
		if s.Name = fileName; strings.HasSuffix(path.value.text, "/") {
			s.Name = imagesName
		}
		s.Args = object(s.args)
	}
	i := slices.IndexFunc(s.args, func(f field) bool { return f.name == "path" })
	if s.Name != fileName && s.Name != imagesName || i < 0 {
		return ""
	}
	path := s.args[i].value
	if path.kind == list && len(path.items) > 0 {
		path = path.items[0]
	}
	label, _, _ := strings.Cut(filepath.Base(path.text), ".")
	return label
}

func (r *reader) datasets(things []thing[datasetKeys], features Spec) (datasets []Dataset) {
	seen := labels{}
	for at, t := range things {
		if label := t.fileLabel(); label != "" && t.own.As == "" {
			t.Label = label
		}
		d := Dataset{Spec: t.Spec, Label: t.Label, Features: features, Splits: t.own.Split, oracles: r.oracles(t.own.Oracle), item: t.Label, at: at}
		if t.own.Features != nil {
			d.Features = t.own.Features.Spec
		}
		if sizes := t.node.find("sizes"); sizes != nil {
			d.Splits = r.sizes(sizes, t.own.Sizes, d.Splits)
		}
		for _, column := range d.bySize() {
			column.column = column.Label
			seen.add(r, t.Pos, "datasets", column.Label)
			datasets = append(datasets, column)
		}
	}
	return datasets
}
