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

// newSandbox returns the sandbox of the learners, and why it is not the strongest one. It hides the
// data, the files that datasets name, and the results.
func newSandbox(s *suite.Suite, o *Options) (b confine.Sandbox, weaker, err error) {
	b.Kind = s.Sandbox.Kind
	b.Secrets, err = secrets(s, o)
	for _, path := range s.Sandbox.Paths {
		if err == nil {
			path, err = readable(o.SuiteDir, path)
			b.Read = append(b.Read, path)
		}
	}
	if err == nil {
		b, weaker, err = b.Check()
	}
	switch {
	case err != nil && s.Sandbox.Pos == (suite.Pos{}): // the suite does not mention it
		err = fmt.Errorf("plan: %w", err)
	case err != nil:
		err = s.ErrorAt(s.Sandbox.Pos, err)
	}
	return b, weaker, err
}

// secrets returns the absolute paths that no learner may read.
func secrets(s *suite.Suite, o *Options) (paths []string, err error) {
	if folder, err := data.Folder(o.DataDir); err == nil { // else there are no data files
		paths = append(paths, folder)
	}
	if o.Results != "" {
		paths = append(paths, o.Results)
	}
	for i := range s.Datasets {
		d := &s.Datasets[i]
		args, err := data.From(o.SuiteDir, d.Name, d.Args)
		if err != nil {
			continue // loading reports it
		}
		paths = append(paths, filesIn(args)...)
	}
	for i, path := range paths {
		if paths[i], err = filepath.Abs(path); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// readable returns the absolute path of what the suite lets learners read.
func readable(dir, path string) (string, error) {
	path, err := absolute(dir, path)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		return "", fmt.Errorf("a path that learners may read: %w", err)
	}
	return path, nil
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
