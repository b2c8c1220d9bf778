package record

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Declare writes texts by name into a new file of a run folder, with the time in its name.
func Declare(dir string, texts map[string]string) error {
	object, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	name := time.Now().UTC().Format("declared-20060102T150405.000000000.json")
	return rundir.Replace(filepath.Join(dir, name), summed(object))
}

// EachDeclared calls use with the path and the texts of each file of [Declare], the oldest first.
// The texts of a damaged file are nil, with an error. Files of older builds have no checksum.
func EachDeclared(dir string, use func(name string, texts map[string]string, err error)) error {
	names, err := rundir.Glob(dir, "declared-*.json")
	for _, name := range names {
		var texts map[string]string
		object, err := rundir.Read(dir, filepath.Base(name))
		if err == nil {
			object, _, err = unsummed(object)
		}
		if err == nil {
			if err = json.Unmarshal(object, &texts); err != nil {
				texts, err = nil, fmt.Errorf("it is damaged: %w", err)
			}
		}
		use(name, texts, err)
	}
	return err
}
