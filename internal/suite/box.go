package suite

import (
	"slices"

	"github.com/spbench/spbench/internal/box"
)

// A Box is what the processes of learners are kept in.
type Box struct {
	Kind box.Kind `json:"kind,omitempty"` // "": the best that works where the suite is run
	// Paths are files, folders and character devices that learners may use beside those of the system and their own: absolute, from the suite's
	// folder, or from the home folder where they begin with ~/.
	Paths []string `json:"paths,omitempty"`
	Pos   Pos      `json:"-"`
}

var boxKeys = []string{"kind", "paths"}

// box reads the name of a box, or a mapping with paths.
func (r *reader) box(f field) Box {
	b := Box{Pos: f.value.at}
	if f.value.kind == text {
		b.Kind = r.boxKind(f)
		return b
	}
	for _, f := range r.fields(f.value, "box", boxKeys) {
		switch f.name {
		case "kind":
			b.Kind = r.boxKind(f)
		case "paths":
			b.Paths = r.paths(f)
		}
	}
	if f.value.kind == mapping && len(f.value.fields) == 0 {
		r.fail(f.value.at, "give kind or paths, or leave box out for the best that works", "the box is empty")
	}
	return b
}

func (r *reader) boxKind(f field) box.Kind {
	kind := box.Kind(r.text(f))
	if kind != "" && !slices.Contains(box.Kinds, kind) {
		r.fail(f.value.at, hint(string(kind), "boxes", kinds()), "unknown box %s", quote(string(kind)))
	}
	return kind
}

func kinds() (names []string) {
	for _, k := range box.Kinds {
		names = append(names, string(k))
	}
	return names
}

// paths reads a list of texts.
func (r *reader) paths(f field) (paths []string) {
	if f.value.kind != list || len(f.value.items) == 0 {
		r.wrong(f.value, f.name, "a list of files or folders")
		return nil
	}
	for _, item := range f.value.items {
		if item.kind != text || item.text == "" {
			r.wrong(item, "a path", "a text")
			continue
		}
		paths = append(paths, item.text)
	}
	return paths
}
