package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/confine"
)

// confine makes what the learners of the suite are kept in: none may read the data, what is not copied of it, or results.
func (p *Plan) confine(o *Options) error {
	b := confine.Sandbox{Kind: p.Suite.Sandbox.Kind}
	for _, path := range p.Suite.Sandbox.Paths {
		path, err := fromHome(o.SuiteDir, path)
		if err == nil {
			_, err = os.Stat(path)
		}
		if err != nil {
			return fmt.Errorf("a path that learners may read: %w", err)
		}
		b.Read = append(b.Read, path)
	}
	if folder, err := data.Folder(o.DataDir); err == nil { // else there are no such data
		b.Secrets = append(b.Secrets, folder)
	}
	if o.Results != "" {
		b.Secrets = append(b.Secrets, o.Results)
	}
	for i := range p.Suite.Datasets {
		d := &p.Suite.Datasets[i]
		args, err := data.From(o.SuiteDir, d.Name, d.Args)
		if err != nil {
			continue // loading will tell
		}
		b.Secrets = append(b.Secrets, files(args)...)
	}
	for i, path := range b.Secrets {
		var err error
		if b.Secrets[i], err = filepath.Abs(path); err != nil {
			return err
		}
	}
	checked, why, err := b.Check()
	if why != nil {
		o.note("learners run in the sandbox %s: %v", checked.Name(), why)
	}
	p.sandbox = checked
	return err
}

// fromHome returns a path of the suite as an absolute one.
func fromHome(dir, path string) (string, error) {
	if below, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		return filepath.Join(home, below), err
	}
	if filepath.IsAbs(path) {
		return path, nil
	}
	return filepath.Abs(filepath.Join(dir, path))
}

// files returns the texts among the arguments of a dataset that are absolute paths of what there is.
func files(args json.RawMessage) (paths []string) {
	var value any
	if json.Unmarshal(args, &value) != nil {
		return nil
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if _, err := os.Stat(v); filepath.IsAbs(v) && !errors.Is(err, os.ErrNotExist) {
				paths = append(paths, v)
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(value)
	return paths
}
