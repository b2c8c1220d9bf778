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

// Merge appends to the store what other run folders of the same plan have and it has not, such as those that other
// machines wrote, with all files and the times at which they were appended there: of a fit by several builds the
// last one stays the last. It returns how many fits that were, and warnings of torn lines. Where two folders have
// one fit with other evidence ([Differences]), the error names both and in what they differ, and nothing is
// appended. Of the same evidence the one that kept more files counts, such as predictions, or has more metrics.
//
// A fit is left out, with a warning, if measure finds a metric not following from the statistics of
// its row. Nil measures nothing. Merge reads the statistics of each row for that.
func (s *Store) Merge(dirs []string, measure func(*Row) []string) (added int, warnings []string, err error) {
	m := merger{store: s, dirs: append([]string{s.dir}, dirs...), measure: measure, mismatched: map[string]*Mismatches{}, have: map[id]origin{}, logs: map[string]map[string]bool{}}
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
	lacking := slices.DeleteFunc(slices.Collect(maps.Values(m.have)), func(o origin) bool { return o.dir == s.dir })
	slices.SortFunc(lacking, func(a, b origin) int {
		return cmp.Or(a.appended.Compare(b.appended), a.id.compare(b.id))
	})
	for len(lacking) > 0 {
		n, size := 0, 0
		for ; n < len(lacking) && size < 8<<20; n++ { // so much is in memory
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

// A merger knows the fits of all folders so far.
type merger struct {
	store    *Store
	dirs     []string            // that are merged, the store's own first
	measure  func(*Row) []string // nil: metrics are not recomputed
	plan     []byte
	have     map[id]origin
	warnings []string
	copied   sync.Map                   // of files that are in the store the folder that they are from; "": they are whole
	logs     map[string]map[string]bool // names of those of each folder

	mu         sync.Mutex
	mismatched map[string]*Mismatches // by their folder
}

// An origin is the line of a fit, where it is.
type origin struct {
	id
	appended     time.Time
	dir, file    string
	offset, size int      // of the line in the file, with its end
	also         []string // folders that have the same evidence
	instead      *Fit     // of the line; nil: none
}

// read adds the fits of a folder, or says how it does not go with those before.
func (m *merger) read(dir string) error {
	plan, err := Plan(dir)
	if err != nil {
		return err
	}
	if !bytes.Equal(m.plan, plan) {
		return fmt.Errorf("record: merge: %s is of another plan than %s: "+
			"a suite that holds what both do takes their fits over when it is run (-from)", dir, m.store.dir)
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
		if ok && old.dir != dir { // else it is named twice
			o, err = choose(old, o)
		}
		if err != nil {
			return err
		}
		m.have[at] = o
	}
	return nil
}

// readFile finds the lines of one file that count, as [Load] does.
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

// chosenOf returns which of two lines of one fit counts, or says how they contradict each other.
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
		return old, fmt.Errorf("record: merge: %s on %s, split %d, seed %s (%.8s): %s has other evidence than %s: %s: "+
			"find out why, or leave one of them out",
			f.Label, f.Dataset, f.Split, f.Seed, f.Key, is.dir, old.dir, diff[0])
	}
	if cmp.Or(cmp.Compare(len(f.files()), len(was.files())), cmp.Compare(f.numbers(), was.numbers())) <= 0 {
		old.also = append(old.also, is.dir)
		return old, nil
	}
	is.also = append(old.also, old.dir)
	if !is.appended.After(old.appended) { // for it to be the last of both also if both are in the store
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
		return nil, f, fmt.Errorf("record: merge: %s, byte %d: it has changed while it was read", o.file, o.offset)
	}
	return text, f, nil
}

// bring puts the files of some lines into the store, and then the lines. It leaves out lines with
// metrics not following from their statistics, and returns how many are left.
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

// isForged reports whether metrics of a fit do not follow from its statistics, and notes it.
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

// bringFiles puts the files that a fit names into the store, and its log. A file that only one folder has is not looked into: it is the same file,
// and is what it was there. One that several have is verified, so that a damaged one is none where another is whole.
func (m *merger) copyFiles(o *origin, f *Fit) (err error) {
	if _, before := m.copied.LoadOrStore(blob.File{Folder: logsDir, SHA: o.key}, o.dir); !before && m.logs[o.dir][o.key+".log"] {
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

// takeWhole puts a file into the store from the first of some folders where it is whole.
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
