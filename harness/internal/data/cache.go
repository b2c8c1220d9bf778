package data

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spbench/spbench"
)

// unusedAge is the age at which unused entries are deleted.
const unusedAge = 30 * 24 * time.Hour

// A cache stores results of expensive computations, each in a file named by its key. Several
// processes may use its folder at the same time.
type cache struct{ dir string }

// openCache returns the cache called name in the user's cache folder. Without a cache folder it
// stores nothing.
func openCache(name string) cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return cache{}
	}
	return cache{filepath.Join(dir, "spbench", name)}
}

// remembered returns the value in the cache called name. text lists its inputs. A missing value is
// computed and kept. A failed write costs only time.
func remembered[T any](name, text string, compute func() (T, error)) (value T, err error) {
	kept, key := openCache(name), derivedKey(text)
	if content := kept.recall(key); content != nil {
		if err := gob.NewDecoder(bytes.NewReader(content)).Decode(&value); err == nil {
			return value, nil
		}
	}
	if value, err = compute(); err == nil {
		_ = kept.keep(key, encoded(value))
	}
	return value, err
}

// encoded returns a value as the cache keeps it.
func encoded(value any) []byte {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(value); err != nil {
		panic(err) // memory takes all, and gob any list
	}
	return b.Bytes()
}

// derivedKey returns the key of a result computed from text, by this program on this architecture.
func derivedKey(text string) string {
	text = fmt.Sprintf("%s %s %s %s", text, runtime.Version(), runtime.GOARCH, spbench.Derived())
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
}

func (c cache) path(key string) string { return filepath.Join(c.dir, key) }

// recall returns the content stored under key, or nil if it is missing or damaged.
func (c cache) recall(key string) []byte {
	if c.dir == "" {
		return nil
	}
	stored, err := os.ReadFile(c.path(key))
	if err != nil || len(stored) < sha256.Size {
		return nil
	}
	content := stored[sha256.Size:]
	if sum := sha256.Sum256(content); !bytes.Equal(sum[:], stored[:sha256.Size]) {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(c.path(key), now, now) // only delays the clearing out
	return content
}

// keep stores content under key, at once or not at all.
func (c cache) keep(key string, content []byte) (err error) {
	if c.dir == "" {
		return nil
	}
	if err := os.MkdirAll(c.dir, 0o777); err != nil {
		return err
	}
	c.clearOut()
	file, err := os.CreateTemp(c.dir, "keeping") // other processes may keep the same
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	sum := sha256.Sum256(content)
	_, err = file.Write(slices.Concat(sum[:], content))
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), c.path(key))
}

// clearOut deletes entries unused for a long time. An error only costs disk space.
func (c cache) clearOut() {
	list, _ := os.ReadDir(c.dir)
	for _, f := range list {
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > unusedAge {
			_ = os.Remove(c.path(f.Name()))
		}
	}
}
