package suite

import (
	"cmp"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/suite/yamltree"
)

// A thing is NAME, or NAME: {arguments}. The keys K among its arguments are not arguments.
type thing[K any] struct {
	Spec
	Label string `json:"label"` // the value of as, or the name
	own   K
	node  *node // the mapping behind the name
}

func (t *thing[K]) read(r *reader, f field) {
	n := f.Value
	t.Name, t.Pos, t.node = n.Text, n.At, &node{}
	switch {
	case n.Kind == yamltree.Text && n.Text != "":
	case f.Name == "loss" && n.Kind == yamltree.List:
		r.Fail(n.At, "more metrics go under metrics:", "loss must be one metric, not a list")
	case n.Kind != yamltree.Mapping || len(n.Fields) == 0 || n.Fields[0].Name == "":
		r.wrong(n, f.Name, "NAME, or NAME: {arguments}")
	case len(n.Fields) > 1:
		first, second := n.Fields[0].Name, n.Fields[1]
		r.Fail(second.At, "indent it further, or write "+first+": {"+second.Name+": …}",
			"%s stands beside %s instead of inside it", yamltree.Quote(second.Name), yamltree.Quote(first))
	default:
		in := n.Fields[0]
		t.Name, t.Pos, t.node = in.Name, in.At, in.Value
		if in.Value.Kind != yamltree.Mapping && in.Value.Kind != yamltree.Empty {
			r.wrong(in.Value, "what follows "+yamltree.Quote(in.Name), "a mapping (key: value)")
		}
		k, dataset := any(&t.own).(*datasetKeys)
		path := in.Value.Find("path")
		if dataset { // things within a dataset leave it
			r.parts = path != nil && path.Kind == yamltree.Mapping
		}
		r.fill(in, reflect.ValueOf(&t.own).Elem(), &t.args)
		if dataset && r.parts && k.Split == nil {
			k.Split = []Split{{Parts: true, Pos: path.At}}
		}
	}
	t.Args, t.Label = yamltree.Object(t.args), t.Name
	if as := t.node.Find("as"); as != nil {
		t.Label = as.Text
	}
}

// labels report a second thing with the same label.
type labels map[string]Pos

func (l labels) add(r *reader, at Pos, what, label string) {
	if old, twice := l[label]; twice {
		r.Fail(at, "add as: LABEL to one of them", "two %s have the label %s (first on line %d)", what,
			yamltree.Quote(label), old.Line)
		return
	}
	l[label] = at
}

// makeDecoders returns decoders with their own protocol of revealed labels, or that of the suite.
func makeDecoders(r *reader, things []thing[decoderKeys], reveal Reveal) (decoders []Decoder) {
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

// fileLabel returns the label of data from files: the name of the first file without endings and
// the name of its part, "data" if nothing is left; "" for other datasets. It changes a path in place of the name to an argument: names have no dots and
// slashes. A path with a slash at its end is a folder of images.
func (s *Spec) fileLabel() string {
	if strings.ContainsAny(s.Name, "./") {
		path := field{Name: "path", At: s.Pos, Value: &node{Kind: yamltree.Text, At: s.Pos, Text: s.Name}}
		s.args = append([]field{path}, s.args...)
		if s.Name = fileName; strings.HasSuffix(path.Value.Text, "/") {
			s.Name = imagesName
		}
		s.Args = yamltree.Object(s.args)
	}
	i := slices.IndexFunc(s.args, func(f field) bool { return f.Name == "path" })
	if s.Name != fileName && s.Name != imagesName || i < 0 {
		return ""
	}
	path := s.args[i].Value
	part := ""
	if path.Kind == yamltree.Mapping && len(path.Fields) > 0 {
		part, path = path.Fields[0].Name, path.Fields[0].Value
	}
	if path.Kind == yamltree.List && len(path.Items) > 0 {
		path = path.Items[0]
	}
	label, _, _ := strings.Cut(filepath.Base(path.Text), ".")
	return cmp.Or(strings.Trim(strings.Replace(label, part, "", 1), "-_"), "data")
}

func makeDatasets(r *reader, things []thing[datasetKeys], features Spec) (datasets []Dataset) {
	seen := labels{}
	for i := range things {
		if label := things[i].fileLabel(); label != "" && things[i].own.As == "" {
			things[i].Label = label
		}
	}
	for _, t := range expandGrids(r, things) {
		d := Dataset{Spec: t.Spec, Label: t.Label, Features: features, Splits: t.own.Split,
			Panel: t.own.panel, Structure: t.own.Structure, item: t.Label,
			oracles: labelOracles(r, t.own.Oracle)}
		if d.Panel != nil {
			d.item = d.Panel.Name
		}
		if d.Name == imagesName && features.Pos == (Pos{}) { // all oracles can use them on grids
			d.Features.Args = []byte(`{"pairs":"potts"}`)
		}
		if t.own.Features != nil {
			d.Features = t.own.Features.Spec
		}
		if t.own.Loss != nil {
			d.TrainLoss = &t.own.Loss.Spec
		}
		if m := t.own.Metric; m != nil {
			d.Loss = &Metric{m.Spec, m.Label}
			d.TrainLoss = cmp.Or(d.TrainLoss, &Spec{Name: m.Name, Args: m.Args, args: m.args})
		}
		if sizes := t.node.Find("sizes"); sizes != nil {
			d.Splits = splitBySize(r, sizes, t.own.Sizes, d.Splits)
		}
		for _, column := range d.bySize() {
			column.column = column.Label
			seen.add(r, t.Pos, "datasets", column.Label)
			datasets = append(datasets, column)
		}
	}
	return datasets
}
