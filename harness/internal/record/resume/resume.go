// Package resume stores the states from which interrupted fits are resumed.
//
// A fit under way has two files in a run folder, named by its key: its latest state, and its
// progress, such as trials and checkpoints so far. The progress only grows. So each state is
// written whole, but of the progress only the new bytes. The state must know how many bytes of the
// progress belong to it.
package resume

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/record/lock"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Folder is the folder of states in a run folder. A file is named by the key of its fit and one of
// the endings.
const (
	Folder      = "running"
	StateEnd    = ".state"
	ProgressEnd = ".kept"
)

// PutState stores the state of the fit with a key in run folder dir, in place of its earlier state,
// whole or not at all. The state is on disk when PutState returns.
func PutState(dir, key string, content []byte) error {
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
	text, err := rundir.Read(dir, filepath.Join(Folder, key+StateEnd))
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

// IdleState is [State] for the run folder of another run. The error wraps [lock.ErrInUse] if a
// process has that folder open for writing: it may be resuming the fit itself.
func IdleState(dir, key string) ([]byte, error) {
	state, err := State(dir, key)
	if state == nil || err != nil {
		return nil, err
	}
	if err := lock.Idle(dir); err != nil {
		return nil, err
	}
	return state, nil
}

// AppendProgress writes content behind the first size bytes of the progress of the fit with a key,
// in place of the bytes there. The content is on disk when AppendProgress returns.
func AppendProgress(dir, key string, size int64, content []byte) error {
	err := rundir.MakeFolder(filepath.Join(dir, Folder))
	var f *os.File
	if err == nil {
		f, err = rundir.Open(dir, filepath.Join(Folder, key+ProgressEnd), os.O_WRONLY|os.O_CREATE)
	}
	if err == nil {
		err = f.Truncate(size)
		if err == nil {
			_, err = f.WriteAt(content, size)
		}
		if err == nil {
			err = f.Sync()
		}
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("resume: store the progress of a fit: %w", err)
	}
	return nil
}

// Progress returns the first size bytes of the progress of the fit with a key.
func Progress(dir, key string, size int64) ([]byte, error) {
	name := filepath.Join(Folder, key+ProgressEnd)
	f, err := rundir.Open(dir, name, os.O_RDONLY)
	if err != nil {
		return nil, fmt.Errorf("resume: %w", err)
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, size))
	if err == nil && int64(len(content)) < size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("resume: %s: %w", filepath.Join(dir, name), err)
	}
	return content, nil
}

// Drop deletes the state and the progress of the fit with a key, if there are any.
func Drop(dir, key string) error {
	for _, end := range []string{StateEnd, ProgressEnd} {
		if err := os.Remove(filepath.Join(dir, Folder, key+end)); err != nil && !errors.Is(err,
			fs.ErrNotExist) {
			return fmt.Errorf("resume: %w", err)
		}
	}
	return nil
}

// DropOthers deletes the states and the progress of all fits except those with the given keys.
func DropOthers(dir string, keys map[string]bool) error {
	entries, err := rundir.List(dir, Folder)
	for _, e := range entries {
		key, end, _ := strings.Cut(e.Name(), ".")
		if known := "."+end == StateEnd || "."+end == ProgressEnd; known && !keys[key] && err == nil {
			err = Drop(dir, key)
		}
	}
	if err != nil {
		return fmt.Errorf("resume: %w", err)
	}
	return nil
}

// Path returns the path of the state of the fit with a key.
func Path(dir, key string) string { return filepath.Join(dir, Folder, key+StateEnd) }
