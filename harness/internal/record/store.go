package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/lease"
	"github.com/spbench/spbench/harness/internal/record/lock"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Names inside a run folder.
const (
	planFile   = "plan.json"
	logsDir    = "logs"
	recordsAll = "records-*.jsonl"
)

// ErrInUse says that another process has the run folder open for writing.
var ErrInUse = lock.ErrInUse

// A Store is a run folder open for writing, by this process alone or by one of several shards. Its
// methods may be called concurrently.
type Store struct {
	dir      string
	writer   string // SHARD@MACHINE; "" if this process has the folder alone
	warnings []string
	locks    lock.Locks
	*Checker

	mu    sync.Mutex
	files map[int]*appender // by worker
	last  time.Time         // the latest time of a line; zero: none was read yet
}

// Create opens the run folder of plan, a JSON text, for writing: results/NAME-HASH8, where HASH8 is
// the start of the plan's SHA-256. It makes the folder if it is missing. The plan in an existing
// folder must be the same, byte for byte. The error wraps [ErrInUse] if another process has the
// folder.
func Create(results, name string, plan []byte) (*Store, error) {
	dir, err := makeRunFolder(results, name, plan)
	if err != nil {
		return nil, err
	}
	return open(dir, plan, "")
}

// CreateShard is [Create] for one of several processes that write to the folder together, on one
// machine or on several. Each shard has its own name, such as "3of8", and its own record files. No
// shard waits for another.
//
// The error wraps [ErrInUse] if a process of this machine has the folder under that name, or alone.
// Each machine has its own lock of a shard, since not every shared file system has locks. If two
// machines run the same shard, both make its fits and nothing is lost.
func CreateShard(results, name string, plan []byte, shard string) (*Store, error) {
	dir, err := makeRunFolder(results, name, plan)
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return open(dir, plan, shard+"@"+unsafeInNames.ReplaceAllString(host, "_"))
}

// unsafeInNames matches the characters of a machine's name that are replaced in file names.
var unsafeInNames = regexp.MustCompile(`[^A-Za-z0-9._-]`)

// makeRunFolder makes the run folder of a plan and returns its path.
func makeRunFolder(results, name string, plan []byte) (string, error) {
	if !isObject(plan) {
		return "", errors.New("record: create: the plan is no JSON object")
	}
	if name == "" || name != filepath.Base(name) || name[0] == '.' {
		return "", fmt.Errorf("record: create: %q cannot be part of a folder's name", name)
	}
	dir := Folder(results, name, plan)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("record: create: %w\nhint: -results DIR names another folder for runs", err)
	}
	return dir, nil
}

// Folder returns the path of the run folder of a plan.
func Folder(results, name string, plan []byte) string {
	sum := sha256.Sum256(plan)
	return filepath.Join(results, name+"-"+hex.EncodeToString(sum[:4]))
}

func open(dir string, plan []byte, writer string) (s *Store, err error) {
	s = &Store{dir: dir, Checker: NewChecker(dir), writer: writer, files: map[int]*appender{}}
	if writer == "" {
		s.locks, err = lock.Alone(dir)
	} else {
		s.locks, err = lock.Shard(dir, writer)
	}
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", dir, err)
	}
	if err = prepareFolder(dir, plan); err == nil && writer == "" { // no shard is running
		err = s.Leases().ReleaseAll()
		dropTemporaries(dir)
	}
	if err == nil {
		s.warnings, err = cutTornLines(dir, writer)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// prepareFolder writes the plan of a run folder, or compares it, and makes the folders in it.
func prepareFolder(dir string, plan []byte) error {
	have, err := Plan(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := rundir.Replace(filepath.Join(dir, planFile), summed(plan)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	case err != nil:
		return err
	case !bytes.Equal(have, plan):
		return fmt.Errorf("record: %s was made by another plan: move the folder away to start again",
			filepath.Join(dir, planFile))
	}
	for _, sub := range append([]string{logsDir}, blob.Folders...) {
		if err := rundir.MakeFolder(filepath.Join(dir, sub)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	for _, sub := range []string{resume.Folder, lease.Folder} {
		if err := rundir.CheckFolder(filepath.Join(dir, sub)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

// dropTemporaries deletes the files of a run folder that a killed process left half written. Other
// processes must not be writing.
func dropTemporaries(dir string) {
	for _, sub := range append([]string{"", logsDir, resume.Folder}, blob.Folders...) {
		names, _ := rundir.Names(filepath.Join(dir, sub))
		for name := range names {
			if ok, _ := filepath.Match(rundir.Temporary, name); ok {
				_ = os.Remove(filepath.Join(dir, sub, name)) // else next time
			}
		}
	}
}

// cutTornLines cuts torn last lines off the record files of a writer, since new lines must not
// continue them. It returns a warning for each.
func cutTornLines(dir, writer string) (warnings []string, err error) {
	names, err := rundir.Glob(dir, recordsAll)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for _, name := range names {
		if !ownsFile(writer, name) {
			continue // its writer may be appending to it
		}
		torn, err := cutTorn(name)
		if err != nil {
			return nil, fmt.Errorf("record: %w", err)
		}
		if torn > 0 {
			warnings = append(warnings, tornWarning(name, torn))
		}
	}
	return warnings, nil
}

// ownsFile reports whether only the writer may be writing to a record file.
func ownsFile(writer, name string) bool {
	return writer == "" || strings.HasPrefix(filepath.Base(name), "records-"+writer+"-")
}

// recordFile returns the name of the record file of one of the writer's workers.
func recordFile(writer string, worker int) string {
	if writer == "" {
		return fmt.Sprintf("records-%d.jsonl", worker)
	}
	return fmt.Sprintf("records-%s-%d.jsonl", writer, worker)
}

// Dir returns the run folder.
func (s *Store) Dir() string { return s.dir }

// Shared reports whether other processes may be writing to the folder.
func (s *Store) Shared() bool { return s.writer != "" }

// Warnings returns what was repaired when the folder was opened.
func (s *Store) Warnings() []string { return s.warnings }

// Leases returns the leases of fits in the folder, for this shard.
func (s *Store) Leases() lease.Leases {
	shard, _, _ := strings.Cut(s.writer, "@")
	return lease.Leases{Dir: s.dir, Shard: shard}
}

// LogPath returns the path of the log of the fit with that key.
func (s *Store) LogPath(key string) string { return filepath.Join(s.dir, logsDir, key+".log") }

// Load is the function [Load]. It does not warn of torn last lines of other writers, which may be
// appending them.
func (s *Store) Load() ([]Fit, []string, error) {
	return loadFits(s.dir, func(name string) bool { return ownsFile(s.writer, name) }, s.see)
}

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
	text, err := rundir.Read(dir, planFile)
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
