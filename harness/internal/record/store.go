package record

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Names inside a run folder.
const (
	planFile   = "plan.json"
	lockFile   = "lock"
	weightsDir = "weights"
	// of blobs
	statisticsDir  = "statistics"
	predictionsDir = "predictions"
	testsDir       = "tests"
	logsDir        = "logs"
	runningDir     = "running"
	recordsAll     = "records-*.jsonl"
)

// A Store is a run folder opened for writing; while it is open no other process
// can open it. Its methods may be called concurrently.
type Store struct {
	dir      string
	writer   string // among several; "" if the folder is for this store alone
	warnings []string
	locks    locks

	mu    sync.Mutex
	files map[int]*appender // by worker
	last  time.Time         // that a line was appended at; zero: not looked up yet
}

// Create opens the run folder of plan, a JSON text, for writing:
// results/NAME-HASH8, where HASH8 starts the plan's SHA-256. The first time it
// makes the folder; later it resumes, provided that the plan found there is
// byte for byte the same. The error wraps [ErrInUse] while another process
// holds the folder.
func Create(results, name string, plan []byte) (*Store, error) {
	dir, err := folder(results, name, plan)
	if err != nil {
		return nil, err
	}
	return open(dir, plan, "")
}

// folder makes the run folder of a plan.
func folder(results, name string, plan []byte) (string, error) {
	if !isObject(plan) {
		return "", errors.New("record: create: the plan is no JSON object")
	}
	if name == "" || name != filepath.Base(name) || name[0] == '.' {
		return "", fmt.Errorf("record: create: %q cannot be part of a folder's name", name)
	}
	sum := sha256.Sum256(plan)
	dir := filepath.Join(results, name+"-"+hex.EncodeToString(sum[:4]))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("record: create: %w", err)
	}
	return dir, nil
}

// Open opens a run folder that is there for writing. The error wraps [ErrInUse] while another process holds it.
func Open(dir string) (*Store, error) {
	plan, err := Plan(dir)
	if err != nil {
		return nil, err
	}
	return open(dir, plan, "")
}

func open(dir string, plan []byte, writer string) (*Store, error) {
	locks, err := lockAs(dir, writer)
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", dir, err)
	}
	s := &Store{dir: dir, writer: writer, locks: locks, files: map[int]*appender{}}
	if err := s.prepare(plan); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Store) prepare(plan []byte) error {
	have, err := Plan(s.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := writeFile(filepath.Join(s.dir, planFile), summed(plan)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	case err != nil:
		return err
	case !bytes.Equal(have, plan):
		return fmt.Errorf("record: %s was made by another plan: move the folder away to start anew",
			filepath.Join(s.dir, planFile))
	}
	for _, sub := range []string{weightsDir, logsDir, statisticsDir, predictionsDir, testsDir} {
		if err := makeFolder(filepath.Join(s.dir, sub)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	for _, sub := range []string{runningDir, claimsDir} {
		if err := checkFolder(filepath.Join(s.dir, sub)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	if s.writer == "" { // no shard is at any
		if err := s.ReleaseAll(); err != nil {
			return err
		}
	}
	s.dropTemporaries()
	return s.heal()
}

// makeFolder makes a folder in a run folder, unless there is one. A link does not count: its target
// belongs to others.
func makeFolder(path string) error {
	return cmp.Or(os.MkdirAll(path, 0o777), checkFolder(path))
}

// checkFolder returns an error where something else stands in the place of a folder.
func checkFolder(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: path, Err: errNoFolder}
	}
	return err
}

// errNoFolder marks a link in place of a folder of a run folder.
var errNoFolder = errors.New("it is a link and no folder of the run folder: put a folder there")

// dropTemporaries deletes files that a process was killed over before they had their names. While others write too, they may be theirs.
func (s *Store) dropTemporaries() {
	if s.Shared() {
		return
	}
	for _, sub := range []string{"", weightsDir, logsDir, statisticsDir, predictionsDir, testsDir, runningDir} {
		names, _ := namesIn(filepath.Join(s.dir, sub))
		for name := range names {
			if ok, _ := filepath.Match(temporaries, name); ok {
				_ = os.Remove(filepath.Join(s.dir, sub, name)) // else next time
			}
		}
	}
}

// heal cuts off torn last lines, so that new lines do not continue them.
func (s *Store) heal() error {
	names, err := filepath.Glob(filepath.Join(glob(s.dir), recordsAll))
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	for _, name := range names {
		if !s.ownFile(name) {
			continue // its writer may be at it
		}
		torn, err := cutTorn(name)
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		if torn > 0 {
			s.warnings = append(s.warnings, tornWarning(name, torn))
		}
	}
	return nil
}

// Dir returns the run folder.
func (s *Store) Dir() string { return s.dir }

// Warnings returns what was repaired when the folder was opened.
func (s *Store) Warnings() []string { return s.warnings }

// LogPath returns where the log of the fit with that key belongs.
func (s *Store) LogPath(key string) string { return filepath.Join(s.dir, logName(key)) }

func logName(key string) string { return filepath.Join(logsDir, key+".log") }

// Load returns what has been recorded so far, by others that share the folder too; see [Load]. The last line of theirs
// may be on its way.
func (s *Store) Load() ([]Fit, []string, error) { return loadAll(s.dir, s.ownFile) }

// Close releases the folder.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, a := range s.files {
		errs = append(errs, a.file.Close())
	}
	s.files = nil
	errs = append(errs, s.locks.Close())
	return errors.Join(errs...)
}

// Plan returns the plan of a run folder.
func Plan(dir string) ([]byte, error) {
	text, err := ReadFile(dir, planFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("record: %s is no run folder: %w", dir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	plan, has, err := unsummed(text)
	switch {
	case err == nil && !has:
		err = errors.New("it is damaged: it does not end with a checksum")
	case err == nil && !json.Valid(plan):
		err = errors.New("it is damaged: it is not JSON")
	}
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w\nhint: delete it and run the suite again, which keeps the fits",
			filepath.Join(dir, planFile), err)
	}
	return plan, nil
}

// writeFile puts a file in place whole or not at all, and durably.
func writeFile(name string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(filepath.Dir(name))
}

// syncDir makes the names in a folder durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// glob escapes what filepath.Glob would take for a pattern.
func glob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}
