package format

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/spbench/spbench/harness/internal/format/explain"
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
	r := newJSONL(a.Group)
	if err := r.eachFile(in, r.read); err != nil {
		return nil, err
	}
	return r.content(), nil
}

// A jsonlReader reads JSON lines.
type jsonlReader struct {
	recordReader
	group   string // the field with groups; "": group
	options json.Options
}

func newJSONL(group string) *jsonlReader {
	r := &jsonlReader{recordReader: recordReader{builder: newBuilder()}, group: group}
	r.GroupName = group
	r.options = json.WithUnmarshalers(json.JoinUnmarshalers(numberLists,
		json.UnmarshalFromFunc(r.readNames), json.UnmarshalFromFunc(r.readGold),
		json.UnmarshalFromFunc(r.readAllowed)))
	return r
}

// read reads one file.
func (r *jsonlReader) read(l *lineReader) error {
	number := 0
	return l.each(func(text []byte) error {
		if len(bytes.TrimSpace(text)) == 0 {
			return nil
		}
		x, err := r.line(text, number == 0)
		if err != nil {
			return l.errorf("%w", err)
		}
		if x == nil {
			return nil
		}
		number++
		if x.photo != "" && !filepath.IsAbs(x.photo) {
			x.photo = filepath.Join(filepath.Dir(l.file), x.photo)
		}
		return r.addRecord(x, number, l.place)
	})
}

// line reads a line. Only the first one may be a header: the record is nil then.
func (r *jsonlReader) line(text []byte, first bool) (*record, error) {
	var l line
	if err := json.Unmarshal(text, &l, r.options); err != nil {
		return nil, explain.Error(err, text)
	}

	// any unknown field may be a misspelt one
	for _, name := range slices.Sorted(maps.Keys(l.Others)) {
		if name != r.group {
			return nil, param.Unknown("field", name, fields)
		}
	}

	// a header says nothing of an instance
	if l.Instance == nil && len(l.Others) == 0 && first {
		return nil, r.takeHeader(l.Header)
	}
	if l.Header != nil {
		return nil, errors.New("found, node_width, edge_width, groups of columns, standardise, fitted, " +
			"void, min_count and superpixels belong into the first line, which has no instance")
	}
	if l.Instance == nil {
		l.Instance = &instanceLine{}
	}

	if r.group == "" {
		return l.Instance.record(r.K)
	}

	// the user names the field of the groups, which may be one of ours, such as photo
	var all map[string]jsontext.Value
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, explain.Error(err, text)
	}
	if value, named := all[r.group]; named {
		if err := json.Unmarshal(value, &l.Instance.Group); err != nil {
			return nil, fmt.Errorf("%s: %w", r.group, explain.Error(err, value))
		}
	} else if !r.unlabelled {
		return nil, fmt.Errorf("no field %s, which group: names", r.group)
	}
	return l.Instance.record(r.K)
}

// takeHeader sets the fields of a header. It is nil if there are only labels.
func (r *jsonlReader) takeHeader(h *header) error {
	if h == nil {
		return nil
	}
	take(&r.Found, h.Found)
	take(&r.Standardise, h.Standardise)
	take(&r.Fitted, h.Fitted)
	take(&r.Void, h.Void)
	take(&r.MinCount, (*int)(h.MinCount))
	take(&r.Superpixels, (*int)(h.Superpixels))
	r.NodeGroups, r.LabelGroups = h.NodeGroups, h.LabelGroups
	declared := [...]*count{h.NodeWidth, h.EdgeWidth, h.LabelWidth}
	for i, w := range []*width{&r.node, &r.edge, &r.label} {
		if declared[i] == nil {
			continue
		}
		if err := w.declare(int(*declared[i])); err != nil {
			return fmt.Errorf("%s_width: %w", rowNames[i], err)
		}
	}
	return nil
}

// take sets a value, unless it is missing.
func take[T any](to, value *T) {
	if value != nil {
		*to = *value
	}
}
