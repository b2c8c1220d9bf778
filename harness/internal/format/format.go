package format

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/format/compressed"
	"github.com/spbench/spbench/harness/param"
)

// A Format is a way to write a dataset to files.
type Format struct {
	Name    string
	Doc     string   // one sentence
	Endings []string // of file names, without those of compression
	Params  []param.Parameter
	Files   []string // parameters with paths
	accept  func(args []byte) error
	read    func(in files, args []byte) (*Content, error)
}

// formats are the formats of Read, by name.
var formats = []Format{conllFormat, conlluFormat, crfsuiteFormat, jsonlFormat, npzFormat, uaiFormat}

// All returns the formats, sorted by name. The caller owns the slice.
func All() []Format { return append([]Format(nil), formats...) }

// with returns f with the arguments of a struct A, as read by package param, and a reader that
// receives them.
func with[A any](f Format, defaults A, read func(in files, a A) (*Content, error)) Format {
	a := defaults
	f.Params = param.Of(&a)
	decode := func(args []byte) (a A, err error) {
		a = defaults
		if err := param.Decode(&a, args); err != nil {
			return a, fmt.Errorf("format %s: %w", f.Name, err)
		}
		return a, nil
	}
	f.accept = func(args []byte) error {
		_, err := decode(args)
		return err
	}
	f.read = func(in files, args []byte) (*Content, error) {
		a, err := decode(args)
		if err != nil {
			return nil, err
		}
		return read(in, a)
	}
	return f
}

// Accept returns an error if args, a JSON object of arguments, is invalid.
func (f *Format) Accept(args []byte) error { return f.accept(args) }

// Find returns the format called name. If name is "", it finds the format by the ending of path.
func Find(name, path string) (Format, error) {
	var names, endings []string
	plain, _ := compressed.Plain(path)
	for _, f := range formats {
		if name == f.Name {
			return f, nil
		}
		names = append(names, f.Name)
		for _, ending := range f.Endings {
			if name == "" && strings.HasSuffix(plain, ending) {
				return f, nil
			}
			endings = append(endings, ending)
		}
	}
	if name != "" {
		return Format{}, fmt.Errorf("format: %w", param.Unknown("format", name, names))
	}
	return Format{}, fmt.Errorf("format: %s: unknown ending of %q, known are "+
		"%s (and .gz or .zst after them); or set format: NAME, one of %s",
		path, filepath.Base(path), strings.Join(endings, ", "), strings.Join(names, ", "))
}

// A Part is the files of one part of a dataset, such as "train". Its instances are a fold with this
// name, and their IDs begin with the name. Without a name each of several files is a fold.
type Part struct {
	Name  string
	Paths []string
}

// ID returns the ID of an instance with an ID of its own in a file. In a part of several files it
// begins with the number of the file, not its name: content identifies results.
func (p Part) ID(file int, id string) string {
	if len(p.Paths) > 1 {
		id = strconv.Itoa(file) + ":" + id
	}
	return p.id(id)
}

// id is ID for an ID that is unique in the part.
func (p Part) id(id string) string {
	if p.Name != "" {
		return p.Name + ":" + id
	}
	return id
}

// ReadParts reads the files of one dataset in the format called name ("": by the ending of the
// first file). args is a JSON object of the format's arguments, or empty. All parts have a name, or
// the only one has none; then each file is a fold if the files name no folds.
func ReadParts(parts []Part, name string, args []byte) (*Content, error) {
	return files{parts: parts}.read(name, args)
}

// read is ReadParts for more than parts.
func (in files) read(name string, args []byte) (*Content, error) {
	first := in.unlabelled
	if len(in.parts) > 0 {
		first = in.parts[0].Paths[0]
	}
	f, err := Find(name, first)
	if err != nil {
		return nil, err
	}
	return f.read(in, args)
}
