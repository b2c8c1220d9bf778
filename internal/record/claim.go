package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// claimsDir is the folder of fits that a shard is at: an empty file each, with the key of the fit as its name.
const claimsDir = "claims"

// Claim takes the fit with that key for this store, among all that share the folder: who makes its file has it. It
// reports false where another has it already.
func (s *Store) Claim(key string) (bool, error) {
	err := os.MkdirAll(filepath.Join(s.dir, claimsDir), 0o777)
	if err != nil {
		return false, fmt.Errorf("record: claim: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(s.dir, claimsDir, key), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return false, fmt.Errorf("record: claim: %w", err)
	}
	return true, nil
}

// Release gives a fit back, whoever has it: because it is done, or because its shard begins again and whoever had it
// may have died. Should that one live, the fit is done twice.
func (s *Store) Release(key string) error {
	if err := os.Remove(filepath.Join(s.dir, claimsDir, key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("record: release: %w", err)
	}
	return nil
}

// Claims returns the keys of the fits that somebody has.
func (s *Store) Claims() (map[string]bool, error) {
	entries, err := entriesOf(s.dir, claimsDir)
	if err != nil {
		return nil, fmt.Errorf("record: claims: %w", err)
	}
	keys := map[string]bool{}
	for _, e := range entries {
		keys[e.Name()] = true
	}
	return keys, nil
}

// ReleaseAll gives all fits back, of a run that no shard is at.
func (s *Store) ReleaseAll() error {
	if err := os.RemoveAll(filepath.Join(s.dir, claimsDir)); err != nil {
		return fmt.Errorf("record: release: %w", err)
	}
	return nil
}
