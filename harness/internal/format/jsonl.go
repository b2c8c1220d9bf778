package format

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spbench/spbench/harness/param"
)

var jsonlFormat = with(Format{
	Name: "jsonl",
	Doc: "JSON lines: one instance in a line, with nodes (or node_index and node_value), edges " +
		"or chain, gold, " +
		"and what else an instance has; names of labels and widths in a first line",
	Endings: []string{".jsonl", ".ndjson"},
}, jsonlArgs{}, readJSONL)

// jsonlArgs are the arguments of "jsonl".
type jsonlArgs struct {
	Group string `json:"group" help:"field of an instance that names its group, a text or a number, such as writer; default: group"`
}

func readJSONL(in files, a jsonlArgs) (*Content, error) {
	r := &jsonlReader{builder: newBuilder(), group: a.Group}
	if err := r.eachFile(in, r.read); err != nil {
		return nil, err
	}
	return r.content(), nil
}

// A jsonlReader reads JSON lines.
type jsonlReader struct {
	*builder
	record     record
	node, edge width
	plain      place  // of the first edges without rows; line 0: none yet
	group      string // the field with groups; "": group
}

// content returns the completed content.
func (r *jsonlReader) content() *Content {
	r.NodeWidth, r.EdgeWidth, r.GroupName = r.node.columns, r.edge.columns, r.group
	if r.Superpixels == 0 {
		r.Photos = nil
	}
	return r.finish()
}

// read reads one file.
func (r *jsonlReader) read(l *lineReader) error {
	number := 0
	return l.each(func(line []byte) error {
		s := &scanner{b: line}
		if s.peek(); s.at == len(line) {
			return nil // an empty line
		}
		header, err := r.line(s, number+1)
		if err != nil {
			return l.errorf("%w", err)
		}
		if header {
			return nil
		}
		number++
		return r.instance(l.place, number)
	})
}

// line reads a line into r.record and reports whether it is a header.
func (r *jsonlReader) line(s *scanner, number int) (header bool, err error) {
	r.record.reset()
	err = s.object("an object, {…}", func(key []byte) error {
		name := string(key)
		if name == r.group {
			name = "group"
		}
		i := slices.Index(fields, name)
		if i < 0 {
			return param.Unknown("field", name, fields)
		}
		if r.record.has&(1<<i) != 0 {
			return fmt.Errorf("%s is there twice", name)
		}
		r.record.has |= 1 << i
		if err := r.field(name, s); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return false, err
	}
	if number == 1 && r.record.has>>headers == 0 {
		return true, nil
	}
	for i, name := range fields[:headers] {
		if name != "labels" && r.record.has&(1<<i) != 0 {
			return false, fmt.Errorf("%s belongs into the first line, which has no instance", name)
		}
	}
	return false, nil
}

// instance adds the instance in r.record, with the given number in its file.
func (r *jsonlReader) instance(p place, number int) error {
	if r.K == 0 {
		return p.errorf(`how many labels are there? Begin the file with a line {"labels": 3}, or {"labels": ["A", "B", "C"]}`)
	}
	if r.record.id == "" {
		r.record.id = r.id(number)
	} else {
		r.record.id = r.part.id(r.record.id)
	}
	if r.group != "" && r.record.group == "" && !r.unlabelled {
		return p.errorf("no field %s, which group: names", r.group)
	}
	if r.record.is("photo") {
		if r.Superpixels == 0 {
			return p.errorf("photo needs superpixels in the first line")
		}
		if !filepath.IsAbs(r.record.photo) {
			r.record.photo = filepath.Join(filepath.Dir(p.file), r.record.photo)
		}
	}
	x, e, err := r.build(p)
	if err != nil {
		return p.errorf("%w", err)
	}
	if err := x.Check(); err != nil {
		return p.errorf("%w", err)
	}
	r.Photos = append(r.Photos, r.record.photo)
	return r.add(x, e, p)
}
