package record

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// stateEnd ends the name of a state in runningDir, keptEnd that of what is kept beside it; the rest is the key of its fit.
const (
	stateEnd = ".state"
	keptEnd  = ".kept"
)

// PutState stores what a fit under way can go on from, in place of what was stored before: durably, and whole or not
// at all.
func (s *Store) PutState(key string, content []byte) error {
	sum := sha256.Sum256(content)
	err := makeFolder(filepath.Join(s.dir, runningDir))
	if err == nil {
		err = writeFile(s.statePath(key), append(content[:len(content):len(content)], sum[:]...))
	}
	if err != nil {
		return fmt.Errorf("record: store the state of a fit: %w", err)
	}
	return nil
}

// State returns what PutState stored for the fit with that key; nil if there is nothing.
func (s *Store) State(key string) ([]byte, error) {
	text, err := ReadFile(s.dir, filepath.Join(runningDir, key+stateEnd))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	at := len(text) - sha256.Size
	if at < 0 || sha256.Sum256(text[:at]) != [sha256.Size]byte(text[at:]) {
		return nil, fmt.Errorf("record: %s is damaged: its content does not have the hash at its end", s.statePath(key))
	}
	return text[:at], nil
}

// AppendKept puts content behind the first size bytes of what is kept beside the state of a fit, in place of what was behind
// them, durably: of what grows from state to state only what is new need be written. A state says how much of it belongs to it.
func (s *Store) AppendKept(key string, size int64, content []byte) error {
	err := makeFolder(filepath.Join(s.dir, runningDir))
	var f *os.File
	if err == nil {
		f, err = OpenFile(s.dir, filepath.Join(runningDir, key+keptEnd), os.O_WRONLY|os.O_CREATE)
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
		return fmt.Errorf("record: keep beside the state of a fit: %w", err)
	}
	return nil
}

// KeptIn returns the first size bytes of what AppendKept stored in run folder dir for the fit with that key.
func KeptIn(dir, key string, size int64) ([]byte, error) {
	f, err := OpenFile(dir, filepath.Join(runningDir, key+keptEnd), os.O_RDONLY)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, size))
	if err == nil && int64(len(content)) < size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", keptPath(dir, key), err)
	}
	return content, nil
}

// DropState deletes what PutState and AppendKept stored for the fit with that key, if anything.
func (s *Store) DropState(key string) error {
	for _, name := range []string{s.statePath(key), keptPath(s.dir, key)} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

// States returns the files of the states in a run folder, and how many bytes they take with what is kept beside them.
func States(dir string) (files []string, bytes int64, err error) {
	entries, err := entriesOf(dir, runningDir)
	for _, e := range entries {
		state := strings.HasSuffix(e.Name(), stateEnd)
		if !state && !strings.HasSuffix(e.Name(), keptEnd) || err != nil {
			continue
		}
		var info fs.FileInfo
		if info, err = e.Info(); errors.Is(err, fs.ErrNotExist) { // of a fit that has just ended
			err = nil
		} else if err == nil {
			if bytes += info.Size(); state {
				files = append(files, filepath.Join(dir, runningDir, e.Name()))
			}
		}
	}
	if err != nil {
		return nil, 0, fmt.Errorf("record: %w", err)
	}
	return files, bytes, nil
}

// DropOtherStates deletes what is stored for fits with other keys than those.
func (s *Store) DropOtherStates(keys map[string]bool) error {
	states, err := entriesOf(s.dir, runningDir)
	for _, e := range states {
		key, end, _ := strings.Cut(e.Name(), ".")
		if known := "."+end == stateEnd || "."+end == keptEnd; known && !keys[key] && err == nil {
			err = s.DropState(key)
		}
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func (s *Store) statePath(key string) string { return filepath.Join(s.dir, runningDir, key+stateEnd) }

func keptPath(dir, key string) string { return filepath.Join(dir, runningDir, key+keptEnd) }
