// Package resume stores the states from which interrupted fits are resumed.
//
// A fit under way has a file in a run folder, named by its key: its latest state, with its trials
// and checkpoints so far.
package resume

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Folder is the folder of states in a run folder. A file is named by the key of its fit.
const Folder = "running"

// ending follows the key in the name of a state.
const ending = ".state"

// most is the largest size of a state in bytes: [rundir.Read] reads no more than a hash beyond it.
const most = rundir.MaxRead - sha256.Size

// PutState stores the state of the fit with a key in run folder dir, in place of its earlier state,
// whole or not at all. The state is on disk when PutState returns.
func PutState(dir, key string, content []byte) error {
	if len(content) > most {
		return fmt.Errorf("resume: the state has %d MB, more than %d can be read again\n"+
			"hint: score fewer checkpoints (curve)", len(content)>>20, most>>20)
	}
	sum := sha256.Sum256(content)
	err := rundir.MakeFolder(filepath.Join(dir, Folder))
	if err == nil {
		err = rundir.Replace(Path(dir, key), append(content[:len(content):len(content)], sum[:]...))
	}
	if err != nil {
		return fmt.Errorf("resume: store the state of a fit: %w", err)
	}
	return nil
}

// State returns the state of the fit with a key; nil if there is none.
func State(dir, key string) ([]byte, error) {
	text, err := rundir.Read(dir, filepath.Join(Folder, key+ending))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("resume: %w", err)
	}
	at := len(text) - sha256.Size
	if at < 0 || sha256.Sum256(text[:at]) != [sha256.Size]byte(text[at:]) {
		return nil, fmt.Errorf("resume: %s is damaged: its content does not have the hash at its end",
			Path(dir, key))
	}
	return text[:at], nil
}

// Drop deletes the state of the fit with a key, if there is one.
func Drop(dir, key string) error {
	if err := os.Remove(Path(dir, key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("resume: %w", err)
	}
	return nil
}

// DropOthers deletes the files of all fits except those with the given keys, also those of earlier
// builds. Temporary files stay.
func DropOthers(dir string, keys map[string]bool) error {
	names, err := rundir.Names(filepath.Join(dir, Folder))
	for name := range names {
		if key, _, _ := strings.Cut(name, "."); err == nil && key != "" && !keys[key] {
			err = os.Remove(filepath.Join(dir, Folder, name))
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("resume: %w", err)
	}
	return nil
}

// Path returns the path of the state of the fit with a key.
func Path(dir, key string) string { return filepath.Join(dir, Folder, key+ending) }
