package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// Merge appends to the store the fits that other run folders of the same plan have and it lacks,
// such as those of other machines, with all their files and their times. It returns the number of
// new fits, and warnings of torn lines.
//
// If two folders have one fit with different results (see [Differences]), the error names both and
// the difference, and nothing is appended. If the results are the same, the fit with more files
// wins, then the one with more metrics.
//
// Merge leaves out a fit, with a warning, if measure finds metrics that do not follow from the
// statistics of its row. For this it reads the statistics of each row. If measure is nil it checks
// no metrics.
func (s *Store) Merge(dirs []string, measure func(*Row) []string) (added int, warnings []string,
	err error) {
	m := merger{store: s, dirs: append([]string{s.dir}, dirs...), measure: measure,
		mismatched: map[string]*Mismatches{}, have: map[id]origin{}, logs: map[string]map[string]bool{}}
	if m.plan, err = Plan(s.dir); err == nil {
		err = m.read(s.dir)
	}
	for _, dir := range dirs {
		if err == nil && !rundir.Same(dir, s.dir) {
			err = m.read(dir)
		}
	}
	if err != nil {
		return 0, m.warnings, err
	}
	lacking := slices.DeleteFunc(slices.Collect(maps.Values(m.have)),
		func(o origin) bool { return o.dir == s.dir })
	slices.SortFunc(lacking, func(a, b origin) int {
		return cmp.Or(a.appended.Compare(b.appended), a.id.compare(b.id))
	})
	for len(lacking) > 0 {
		n, size := 0, 0
		for ; n < len(lacking) && size < 8<<20; n++ { // bound on memory
			size += lacking[n].size
		}
		brought, err := m.copy(lacking[:n])
		if err != nil {
			return added, m.warnings, err
		}
		added, lacking = added+brought, lacking[n:]
	}
	for _, dir := range slices.Sorted(maps.Keys(m.mismatched)) {
		m.warnings = append(m.warnings, m.mismatched[dir].Warning(dir))
	}
	return added, m.warnings, nil
}

// A merger has the lines of all folders read so far.
type merger struct {
	store    *Store
	dirs     []string            // the store's own first
	measure  func(*Row) []string // nil: metrics are not recomputed
	plan     []byte
	have     map[id]origin
	warnings []string
	copied   sync.Map                   // folder from which a file was copied; "": verified
	logs     map[string]map[string]bool // names of logs, by folder

	mu         sync.Mutex
	mismatched map[string]*Mismatches // by folder
}

// An origin is the place of a fit's line.
type origin struct {
	id
	appended     time.Time
	dir, file    string
	offset, size int      // of the line with its end, in bytes
	also         []string // folders with the same result
	instead      *Fit     // replaces the line; may be nil
}

// read adds the lines of a folder. It returns an error if they contradict earlier ones.
func (m *merger) read(dir string) error {
	plan, err := Plan(dir)
	if err != nil {
		return err
	}
	if !bytes.Equal(m.plan, plan) {
		return fmt.Errorf("record: merge: %s has another plan than %s"+
			"\nhint: run a suite with the fits of both and -from, which reuses them", dir, m.store.dir)
	}
	if m.logs[dir], err = rundir.Names(filepath.Join(dir, logsDir)); err != nil {
		return fmt.Errorf("record: merge: %w", err)
	}
	names, err := rundir.Glob(dir, recordsAll)
	if err != nil {
		return fmt.Errorf("record: merge: %w", err)
	}
	last := map[id]origin{}
	for _, name := range names {
		if err := m.readFile(origin{dir: dir, file: name}, last); err != nil {
			return fmt.Errorf("record: merge: %w", err)
		}
	}
	for at, o := range last {
		old, ok := m.have[at]
		if ok && old.dir != dir { // else the caller gave it twice
			o, err = choose(old, o)
		}
		if err != nil {
			return err
		}
		m.have[at] = o
	}
	return nil
}

// readFile finds the current lines of one file, as [Load] does.
func (m *merger) readFile(o origin, last map[id]origin) error {
	torn, err := decodeFile(o.file, func(f *Fit, text []byte) error {
		o.id, o.appended, o.size = f.id(), f.Times.Appended, len(text)
		if old, ok := last[o.id]; !ok || old.file == o.file || !o.appended.Before(old.appended) {
			last[o.id] = o
		}
		o.offset += len(text)
		return nil
	})
	if torn > 0 {
		m.warnings = append(m.warnings, tornWarning(o.file, torn))
	}
	return err
}

// choose returns which of two lines of one fit to keep. Different results are an error.
func choose(old, is origin) (origin, error) {
	a, was, err := old.read()
	if err != nil {
		return old, err
	}
	b, f, err := is.read()
	if err != nil {
		return old, err
	}
	if bytes.Equal(a, b) {
		old.also = append(old.also, is.dir)
		return old, nil
	}
	if diff := Differences(was, f); diff != nil {
		return old, fmt.Errorf("record: merge: %s on %s, split %d, seed %s (%.8s): %s has another result than %s: %s"+
			"\nhint: find out why, or leave one of them out",
			f.Label, f.Dataset, f.Split, f.Seed, f.Key, is.dir, old.dir, diff[0])
	}
	if cmp.Or(cmp.Compare(len(f.files()), len(was.files())), cmp.Compare(f.numbers(),
		was.numbers())) <= 0 {
		old.also = append(old.also, is.dir)
		return old, nil
	}
	is.also = append(old.also, old.dir)
	if !is.appended.After(old.appended) { // it must be the later one if the store has both
		is.appended = old.appended.Add(1)
		f.Times.Appended, is.instead = is.appended, &f
	}
	return is, nil
}

// read returns the line, with its end, and its fit.
func (o *origin) read() (text []byte, f Fit, err error) {
	if o.instead != nil {
		text, err = Encode(*o.instead)
		return text, *o.instead, err
	}
	file, err := rundir.OpenPath(o.file, os.O_RDONLY)
	if err != nil {
		return nil, f, fmt.Errorf("record: merge: %w", err)
	}
	text = make([]byte, o.size)
	_, err = file.ReadAt(text, int64(o.offset))
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, f, fmt.Errorf("record: merge: %s, byte %d: %w", o.file, o.offset, err)
	}
	line, whole := bytes.CutSuffix(text, []byte{'\n'})
	if f, err = Decode(line); err != nil || f.id() != o.id || !whole {
		return nil, f, fmt.Errorf("record: merge: %s, byte %d: it changed during the merge", o.file,
			o.offset)
	}
	return text, f, nil
}

// copy puts the files of some lines into the store, and then the lines. It leaves out fits with
// wrong metrics, and returns the number of the others.
func (m *merger) copy(lines []origin) (n int, err error) {
	texts := make([][]byte, len(lines))
	err = Parallel(len(lines), 16, func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			text, f, err := lines[i].read()
			if err == nil && !m.mismatches(&lines[i], &f) {
				texts[i], err = text, m.copyFiles(&lines[i], &f)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	texts = slices.DeleteFunc(texts, func(text []byte) bool { return text == nil })
	if err == nil {
		err = blob.Sync(m.store.dir)
	}
	if err != nil || len(texts) == 0 {
		return 0, err
	}
	a, err := m.store.appender(0)
	if err == nil {
		err = a.append(bytes.Join(texts, nil))
	}
	if err != nil {
		return 0, fmt.Errorf("record: merge: %w", err)
	}
	return len(texts), nil
}

// mismatches reports whether metrics of a fit do not follow from its statistics, and counts the fit
// then.
func (m *merger) mismatches(o *origin, f *Fit) bool {
	if m.measure == nil {
		return false
	}
	read := *f
	read.Rows = slices.Clone(f.Rows)
	differs := CheckMetrics(&read, m.measure, append([]string{o.dir}, m.dirs...)...)
	if differs == "" {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.mismatched[o.dir] == nil {
		m.mismatched[o.dir] = new(Mismatches)
	}
	m.mismatched[o.dir].Add(f, differs)
	return true
}

// copyFiles puts the files that a fit names into the store, and its log. A file that only one
// folder has is linked unread. A file that several folders have is verified, since one of them may
// be damaged.
func (m *merger) copyFiles(o *origin, f *Fit) (err error) {
	if _, before := m.copied.LoadOrStore(blob.File{Folder: logsDir, SHA: o.key}, o.dir); !before &&
		m.logs[o.dir][o.key+".log"] {
		err = copyLog(o.dir, m.store.dir, o.key, o.key)
	}
	for _, file := range f.files() {
		from, before := m.copied.LoadOrStore(file, o.dir)
		switch {
		case err != nil || before && from == "":
		case !before && len(o.also) == 0:
			err = file.Link(o.dir, m.store.dir)
		case from != o.dir || len(o.also) > 0:
			err = m.copyWhole(file, append([]string{o.dir}, o.also...))
		}
	}
	if err != nil {
		return fmt.Errorf("record: merge: from %s: %w", o.dir, err)
	}
	return nil
}

// copyWhole puts a file into the store from the first folder that has it undamaged.
func (m *merger) copyWhole(file blob.File, dirs []string) error {
	for _, dir := range dirs {
		whole, err := file.Copy(dir, m.store.dir)
		if err != nil {
			return err
		}
		if whole {
			m.copied.Store(file, "")
			return nil
		}
	}
	return nil
}

// numbers counts the metrics of all rows.
func (f *Fit) numbers() (n int) {
	for i := range f.Rows {
		n += len(f.Rows[i].Metrics)
	}
	return n
}
