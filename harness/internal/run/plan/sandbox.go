package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/suite"
)

// confine sets the sandbox of the learners. It hides the data, the files that datasets name, and
// the results.
func (p *Plan) confine(o *Options) error {
	err := p.setSandbox(o)
	switch {
	case err != nil && p.Suite.Sandbox.Pos == (suite.Pos{}): // the suite does not mention it
		return fmt.Errorf("plan: %w", err)
	case err != nil:
		return p.Suite.ErrorAt(p.Suite.Sandbox.Pos, err)
	}
	return nil
}

func (p *Plan) setSandbox(o *Options) error {
	b := confine.Sandbox{Kind: p.Suite.Sandbox.Kind}
	for _, path := range p.Suite.Sandbox.Paths {
		path, err := absolute(o.SuiteDir, path)
		if err == nil {
			_, err = os.Stat(path)
		}
		if err != nil {
			return fmt.Errorf("a path that learners may read: %w", err)
		}
		b.Read = append(b.Read, path)
	}
	if folder, err := data.Folder(o.DataDir); err == nil { // else there are no data files
		b.Secrets = append(b.Secrets, folder)
	}
	if o.Results != "" {
		b.Secrets = append(b.Secrets, o.Results)
	}
	for i := range p.Suite.Datasets {
		d := &p.Suite.Datasets[i]
		args, err := data.From(o.SuiteDir, d.Name, d.Args)
		if err != nil {
			continue // loading reports it
		}
		b.Secrets = append(b.Secrets, filesIn(args)...)
	}
	for i, path := range b.Secrets {
		var err error
		if b.Secrets[i], err = filepath.Abs(path); err != nil {
			return err
		}
	}
	var err error
	p.Sandbox, p.Weaker, err = b.Check()
	return err
}

// absolute returns a path of the suite as an absolute one. ~/ is the home folder.
func absolute(dir, path string) (string, error) {
	if below, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		return filepath.Join(home, below), err
	}
	if filepath.IsAbs(path) {
		return path, nil
	}
	return filepath.Abs(filepath.Join(dir, path))
}

// filesIn returns the absolute paths of existing files among the arguments of a dataset.
func filesIn(args json.RawMessage) (paths []string) {
	var value any
	if json.Unmarshal(args, &value) != nil {
		return nil
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if strings.Contains(filepath.Base(v), "*") { // masks of a folder
				v = filepath.Dir(v)
			}
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
