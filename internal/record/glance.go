package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// A glance is what a line says of which fit it is, and when it was appended: all that there is to know of most lines to copy them.
type glance struct {
	id
	appended time.Time
	harness  string // the build of spbench that did it; "" where that is not known
}

// appendedBegins is before the time at which a line was appended. Inside a text its quotes would be escaped.
var appendedBegins = []byte(`"appended":"`)

// harnessBegins is before the part of the identity that says which build of spbench did it.
var harnessBegins = []byte(`"harness":"`)

// glanceAt reads a line no further than it must: its checksum vouches for the rest. One of an older build without a checksum is decoded.
func glanceAt(text []byte) (g glance, err error) {
	object, whole, err := unsummed(bytes.TrimRight(text, " \t\r\n"))
	if err != nil {
		return g, fmt.Errorf("record: decode: %w", err)
	}
	end, at := bytes.Index(object, afterHead), bytes.LastIndex(object, appendedBegins)
	if !whole || end < 0 || at < end {
		f, err := Decode(text)
		return glance{f.id(), f.Times.Appended, f.Identity["harness"]}, err
	}
	var h struct { // a [Head] without its identity
		Version int
		Key     string
		Dataset string
		Label   string
		Split   int
		Seed    Seeds
	}
	if err := json.Unmarshal(append(object[:end:end], '}'), &h); err != nil {
		return g, fmt.Errorf("record: decode: %w", err)
	}
	if h.Version != Version {
		return g, fmt.Errorf("record: decode: %w", anotherVersion(h.Version))
	}
	written, _, ok := bytes.Cut(object[at+len(appendedBegins):], []byte{'"'})
	if !ok {
		return g, errors.New("record: decode: it does not say when it was appended")
	}
	if g.appended, err = time.Parse(time.RFC3339Nano, string(written)); err != nil {
		return g, fmt.Errorf("record: decode: %w", err)
	}
	if _, rest, ok := bytes.Cut(object, harnessBegins); ok {
		built, _, _ := bytes.Cut(rest, []byte{'"'})
		g.harness = string(built)
	}
	g.id = id{h.Key, Place{h.Dataset, h.Label, h.Split, h.Seed}}
	return g, nil
}

// fileFields are before the names of files in a line, by the folders that these are in.
var fileFields = []struct {
	folder string
	begins []byte
}{
	{weightsDir, []byte(`"weights_file":"`)},
	{testsDir, []byte(`"test_file":"`)},
	{testsDir, []byte(`"train_file":"`)},
	{statisticsDir, []byte(`"statistics_file":"`)},
	{predictionsDir, []byte(`"predictions_file":"`)},
}

// filesIn returns the files that a line names.
func filesIn(text []byte) (files []contentFile) {
	for _, field := range fileFields {
		for rest := text; ; {
			at := bytes.Index(rest, field.begins)
			if at < 0 {
				break
			}
			rest = rest[at+len(field.begins):]
			if sha := string(rest[:min(len(rest), 64)]); isHash(sha) {
				files = append(files, contentFile{field.folder, sha})
			}
		}
	}
	return files
}
