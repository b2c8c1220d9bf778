package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// claimsDir is the folder of fits that a shard is at, or has done: a symbolic link each, with the key of the fit as its
// name, to the name of the shard, which is no file. A link is made whole and by one alone, also on NFS.
const claimsDir = "claims"

// Claim takes the fit with that key for this store, among all that share the folder: who makes its link has it. It
// reports false where another has it already, or has done it.
func (s *Store) Claim(key string) (bool, error) {
	err := makeFolder(filepath.Join(s.dir, claimsDir))
	if err == nil {
		err = os.Symlink(s.shard(), filepath.Join(s.dir, claimsDir, key))
	}
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("record: claim: %w", err)
	}
	return true, nil
}

// shard is what the store is called among several, on whatever machine.
func (s *Store) shard() string {
	shard, _, _ := strings.Cut(s.writer, "@")
	return shard
}

// Release gives back a fit that is not done.
func (s *Store) Release(key string) error {
	if err := os.Remove(filepath.Join(s.dir, claimsDir, key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("record: release: %w", err)
	}
	return nil
}

// ReleaseOwn gives back, of the fits with those keys, what this shard had before it was interrupted, on whatever machine it then was.
func (s *Store) ReleaseOwn(left map[string]bool) error {
	claims, err := s.Claims()
	if err != nil {
		return err
	}
	for key := range claims {
		if !left[key] {
			continue
		}
		if who, err := os.Readlink(filepath.Join(s.dir, claimsDir, key)); err == nil && who == s.shard() {
			if err := s.Release(key); err != nil {
				return err
			}
		}
	}
	return nil
}

// Claims returns the keys of the fits that somebody has, or has done.
func (s *Store) Claims() (map[string]bool, error) {
	names, err := namesIn(filepath.Join(s.dir, claimsDir))
	if err != nil {
		return nil, fmt.Errorf("record: claims: %w", err)
	}
	return names, nil
}

// namesIn returns the names in a folder, of which there may be very many; none where there is no folder.
func namesIn(dir string) (map[string]bool, error) {
	f, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := f.Readdirnames(-1)
	names := make(map[string]bool, len(list))
	for _, name := range list {
		names[name] = true
	}
	return names, errors.Join(err, f.Close())
}

// ReleaseAll gives all fits back, of a run that no shard is at.
func (s *Store) ReleaseAll() error {
	if err := os.RemoveAll(filepath.Join(s.dir, claimsDir)); err != nil {
		return fmt.Errorf("record: release: %w", err)
	}
	return nil
}
