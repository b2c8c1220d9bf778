package find

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/host/fault"
)

// pinsFile is the list of learners pinned in a folder.
const pinsFile = "learners.json"

// A pin is a pinned learner.
type pin struct {
	Name string `json:"name"` // as asked for
	// from the folder; its last folder is the SHA-256 of its content
	File     string   `json:"file"`
	Args     []string `json:"args,omitempty"`    // after the program
	Identity string   `json:"identity"`          // of the [Source]
	Predict  string   `json:"predict,omitempty"` // of the [Source]
}

// Pin copies programs into a folder, each below the SHA-256 of its content. [Learner] takes them
// from there if [Options].Pins names the folder: on any machine that sees the folder, and even if
// the sources have changed. Scripts and command lines are not copied.
func Pin(dir string, sources []Source) error {
	var pins []pin
	for _, s := range sources {
		if s.copied == "" {
			continue
		}
		file, err := Keep(dir, s.copied)
		if err != nil {
			return fmt.Errorf("host: pin learner %q: %w", s.Name, err)
		}
		pins = append(pins, pin{s.Name, file, s.Argv[1:], s.Identity, s.Predict})
	}
	text, err := json.MarshalIndent(pins, "", "\t")
	if err != nil {
		return fmt.Errorf("host: pin: %w", err)
	}
	f, err := os.CreateTemp(dir, "pinning")
	if err != nil {
		return fmt.Errorf("host: pin: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, pinsFile))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("host: pin: %w", err), os.Remove(f.Name()))
	}
	return nil
}

// Keep copies a program into a folder, below the SHA-256 of its content, and returns its path from
// the folder.
func Keep(dir, program string) (file string, err error) {
	if file, err = Kept(program); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(file)), 0o777); err != nil {
		return "", err
	}
	return file, copyFile(filepath.Join(dir, file), program)
}

// Kept returns the path that [Keep] would return, and copies nothing.
func Kept(program string) (file string, err error) {
	sum, err := fileSum(program)
	if err != nil {
		return "", err
	}
	return filepath.Join(sum, filepath.Base(program)), nil
}

// pinned returns the pinned learner of that name.
func pinned(name string, o *Options) (s Source, found bool, err error) {
	if o.Pins == "" {
		return s, false, nil
	}
	text, err := os.ReadFile(filepath.Join(o.Pins, pinsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, false, nil
	}
	var pins []pin
	if err == nil {
		err = json.Unmarshal(text, &pins)
	}
	if err != nil {
		return s, false, fmt.Errorf("%w: %w", fault.ErrStart, err)
	}
	for _, p := range pins {
		if p.Name != name {
			continue
		}
		path := filepath.Join(o.Pins, p.File)
		if have, err := fileSum(path); err != nil || have != filepath.Base(filepath.Dir(path)) {
			return s, true,
				fmt.Errorf("%w: %s has changed since it was pinned: submit the run again",
					fault.ErrStart, path)
		}
		if s, err = executable(name, path, o); err != nil {
			return s, true, err
		}
		s.Argv, s.Identity, s.Predict = append(s.Argv, p.Args...), p.Identity, p.Predict
		return s, true, nil
	}
	return s, false, nil
}
