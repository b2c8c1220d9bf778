package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/format"
	"github.com/spbench/spbench/harness/param"
)

// partNames are the names of published parts, in the order of their folds.
var partNames = []string{"train", "dev", "test"}

// partsOf reads the paths under a key: a path, a list of paths, or {train: …, dev: …, test: …}
// with one of these for each part. Without parts the only part has no name.
func partsOf(key string, text json.RawMessage) (parts []format.Part, err error) {
	if !bytes.HasPrefix(text, []byte{'{'}) {
		list, err := paths(key, text)
		return []format.Part{{Paths: list}}, err
	}
	var of struct {
		Train json.RawMessage `json:"train"`
		Dev   json.RawMessage `json:"dev"`
		Test  json.RawMessage `json:"test"`
	}
	if err := param.Decode(&of, text); err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	for i, text := range []json.RawMessage{of.Train, of.Dev, of.Test} {
		if name := partNames[i]; text != nil || name != "dev" {
			list, err := paths(key+": "+name, text)
			if err != nil {
				return nil, err
			}
			parts = append(parts, format.Part{Name: name, Paths: list})
		}
	}
	return parts, nil
}

// paths reads a path or a list of paths.
func paths(key string, text json.RawMessage) (list []string, err error) {
	if bytes.HasPrefix(text, []byte{'"'}) {
		list = []string{""}
		err = json.Unmarshal(text, &list[0])
	} else if len(text) > 0 {
		err = json.Unmarshal(text, &list)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: want a path, or a list of paths, got %s", key, text)
	case len(list) == 0 || slices.Contains(list, ""):
		return nil, fmt.Errorf("%s: it is empty; write %s: FILE, or a folder with / at its end", key,
			key)
	}
	return list, nil
}

// loadParts loads the files of an entry, one of each part, by the arguments of "file" but path.
func (e Entry) loadParts(args map[string]any) (*Dataset, error) {
	paths := map[string]string{}
	for i, f := range e.read {
		paths[partNames[i]] = f.path
	}
	args["path"] = paths
	text, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	return loadFile(e, text)
}

// divideParts is divide for a dataset with published parts. Numbers draw instances of a part: those
// of boxes, partial, and dev if it is no part, from the rest of train. Without a number a part is
// whole.
func (d *Dataset) divideParts(spec SplitSpec, seed uint64) ([]Split, error) {
	left := map[string][]int{}
	for _, i := range d.order(seed) {
		name := d.Parts[d.Fold[i]]
		left[name] = append(left[name], i)
	}
	s := Split{Fold: -1}
	for k, part := range spec.parts() {
		if part.Folds != nil || spec.Rotate != "" || spec.Folds > 0 {
			return nil, errors.New("parts have no folds: want numbers of their instances")
		}
		from, n := drawn[k], part.N
		if !slices.Contains(d.Parts, from) {
			from = "train"
		} else if n == 0 {
			n = len(left[from])
		}
		if n < 0 || n > len(left[from]) {
			hint := ""
			if from != drawn[k] {
				hint = "; hint: train: NUMBER leaves some"
			}
			return nil, fmt.Errorf("%d in %s, but %d %s of the part %s are left%s", n, drawn[k],
				len(left[from]), d.noun(), from, hint)
		}
		*s.parts()[k] = slices.Sorted(slices.Values(left[from][:n]))
		left[from] = left[from][n:]
	}
	return []Split{s}, nil
}
