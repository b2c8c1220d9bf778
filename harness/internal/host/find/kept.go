package find

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/spbench/spbench/harness/internal/host/fault"
)

// A keeper has the files of a script or command line, as they were when it was found.
type keeper struct {
	cache     string            // folder of copies
	arguments []string          // see Arguments
	hashed    [][]string        // for each argument, the files that count for the identity
	sums      map[string]string // of these files
	files     func() needed     // see Files
	mu        sync.Mutex        // guards the rest
	copies    map[string]string // copies of files in folders, by path
	folders   map[string][]File // see Keep
}

// keep prepares to keep the files of a script or command line.
func (s *Source) keep(o *Options) (err error) {
	k := &keeper{sums: map[string]string{}, copies: map[string]string{},
		folders: map[string][]File{}}
	if k.cache, err = o.CacheFolder(); err != nil {
		return err
	}
	s.kept, k.arguments = k, s.absolute()
	k.files = sync.OnceValue(s.need)
	return s.identify(true)
}

// A File is a file of a learner's folder.
type File struct {
	Name string // from the folder
	Copy string // in the cache
	Perm fs.FileMode
}

// Keep returns copies of files in a learner's folder. Every process starts from these copies, so an
// edit during a run changes nothing. The first call for a key copies the files to the cache; list
// names them, from the folder. Later calls only repair the copies. An error is one of list, or
// wraps fault.ErrHost: a file is not the hashed one.
func (s *Source) Keep(key, folder string, list func() ([]string, error)) ([]File, error) {
	k := s.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	files, known := k.folders[key]
	if !known {
		names, err := list()
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			f, err := k.file(folder, name)
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
				continue // it was deleted, or the learner could not have read it either
			} else if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
		k.folders[key] = files
		clearOut(k.cache)
	}
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		if err := copyFile(f.Copy, path); err != nil {
			return nil, err
		}
		k.copies[path] = f.Copy
	}
	return files, nil
}

// file returns a file to keep.
func (k *keeper) file(folder, name string) (f File, err error) {
	path := filepath.Join(folder, name)
	info, err := os.Stat(path)
	if err != nil {
		return f, err
	}
	sum, err := sumOf(path)
	if err != nil {
		return f, err
	}
	if found := k.sums[path]; found != "" && found != sum {
		return f, hasChanged(path)
	}
	return File{name, inCache(k.cache, path, sum), info.Mode().Perm()}, nil
}

// Check returns an error if a file read in place has changed since the learner was found. It wraps
// fault.ErrHost. Otherwise results of two programs would have one identity. Such files are the
// program or interpreter, its packages and, without a sandbox, the script. It takes microseconds,
// or a millisecond for packages.
func (s *Source) Check() error {
	if s.kept == nil {
		return nil
	}
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	is := *s
	if err := is.identify(len(s.kept.folders) == 0); err != nil || is.Identity != s.Identity {
		return errors.Join(hasChanged(s.Name), err)
	}
	return nil
}

func hasChanged(what string) error {
	return fault.Host("a learner changed under its run",
		fmt.Errorf("%s is not as it was found: results of two programs would have one identity",
			what), "run again: it makes the fits of the changed learner")
}
