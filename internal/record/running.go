package record

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// stateEnd ends the name of a state in runningDir; the rest is the key of its fit.
const stateEnd = ".state"

// PutState stores what a fit under way can go on from, in place of what was stored before: durably, and whole or not
// at all.
func (s *Store) PutState(key string, content []byte) error {
	sum := sha256.Sum256(content)
	err := os.MkdirAll(filepath.Join(s.dir, runningDir), 0o777)
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
	text, err := os.ReadFile(s.statePath(key))
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

// DropState deletes what PutState stored for the fit with that key, if anything.
func (s *Store) DropState(key string) error {
	if err := os.Remove(s.statePath(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// States returns the files of the states in a run folder, and how many bytes they take.
func States(dir string) (files []string, bytes int64, err error) {
	entries, err := entriesOf(dir, runningDir)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), stateEnd) || err != nil {
			continue
		}
		var info fs.FileInfo
		if info, err = e.Info(); errors.Is(err, fs.ErrNotExist) { // of a fit that has just ended
			err = nil
		} else if err == nil {
			files, bytes = append(files, filepath.Join(dir, runningDir, e.Name())), bytes+info.Size()
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
		if key, ok := strings.CutSuffix(e.Name(), stateEnd); ok && !keys[key] && err == nil {
			err = s.DropState(key)
		}
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func (s *Store) statePath(key string) string { return filepath.Join(s.dir, runningDir, key+stateEnd) }
