package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/spbench/spbench/internal/record"
)

// Sums read the statistics of entries that have only the name of theirs in a run folder, and remember what those of the fits of one row
// and split add up to: reading them is most of the work of a table of many fits. What is remembered is told by the metric and the
// names of all that was added, which are hashes of their content, in that order. Several goroutines may use them.
type Sums struct {
	dir   string
	mu    sync.Mutex
	known map[string]sum
	grown bool
}

// A sum is what some statistics add up to by one metric.
type sum struct {
	Values []float64
	Unused int // so many times were sums kept since it was asked for
}

// keptUnused is how often sums are kept that nobody asks for: those of rows that are not there any more.
const keptUnused = 8

// NewSums returns what a run folder remembers.
func NewSums(dir string) *Sums {
	s := &Sums{dir: dir}
	if content := record.Cached(dir, record.SumsFile); content != nil {
		_ = gob.NewDecoder(bytes.NewReader(content)).Decode(&s.known) // it was written so
	}
	if s.known == nil {
		s.known = map[string]sum{}
	}
	for key, was := range s.known {
		was.Unused++
		s.known[key] = was
	}
	return s
}

// Keep leaves in the run folder what was added since.
func (s *Sums) Keep() {
	maps.DeleteFunc(s.known, func(_ string, is sum) bool { return is.Unused > keptUnused })
	var content bytes.Buffer
	if s.grown && gob.NewEncoder(&content).Encode(s.known) == nil {
		record.Cache(s.dir, record.SumsFile, content.Bytes())
	}
}

// over adds up what each test instance has in the metric over entries of one row and split; nil where one has none of the metric.
func (s *Sums) over(entries []*Entry, m Metric) ([]float64, error) {
	keys, err := keysOf(entries, m, len(entries))
	if err != nil {
		return nil, err
	}
	if _, values := s.begun(keys); values != nil { // as nearly always
		s.remember(keys, 0, values)
		return values, nil
	}
	if keys, err = keysOf(entries, m, 1); err != nil {
		return nil, err
	}
	from, values := s.begun(keys)
	var unread []string
	for _, e := range entries[from:] {
		if e.Instances == nil {
			unread = append(unread, e.Statistics)
		}
	}
	next, stop := iter.Pull2(record.StatisticsOf(s.dir, unread))
	defer stop()
	for _, e := range entries[from:] {
		read := *e
		if e.Instances == nil {
			if read.Instances, err, _ = next(); err != nil {
				return nil, err
			}
		}
		if values, err = add(values, &read, m); err != nil || values == nil {
			return nil, err
		}
	}
	s.grow()
	s.remember(keys, from, values)
	return values, nil
}

// begun returns how many of these keys, of ever more entries, lead to the last that there is a sum of, and that sum.
func (s *Sums) begun(keys []string) (n int, values []float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n = len(keys); n > 0; n-- {
		if values = s.known[keys[n-1]].Values; values != nil {
			return n, slices.Clone(values)
		}
	}
	return 0, nil
}

// grow notes that there is something new to keep.
func (s *Sums) grow() {
	s.mu.Lock()
	s.grown = true
	s.mu.Unlock()
}

// remember keeps the sum that the last of these keys leads to, in place of that of the first from of them: more fits than those are there now.
func (s *Sums) remember(keys []string, from int, values []float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if from > 0 {
		delete(s.known, keys[from-1])
	}
	s.known[keys[len(keys)-1]] = sum{Values: slices.Clone(values)}
}

// keysOf returns, of the first so many, one more, … and all entries, what their sum is known by.
func keysOf(entries []*Entry, m Metric, first int) (keys []string, err error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %s %t\n", m.Name, m.Args, m.Micro)
	for i, e := range entries {
		name := e.Statistics
		if name == "" { // of a line that holds them itself
			if name, err = record.StatisticsName(e.Instances); err != nil {
				return nil, err
			}
		}
		h.Write([]byte(name))
		if i+1 >= first {
			keys = append(keys, string(h.Sum(nil)))
		}
	}
	return keys, nil
}

// add adds what the instances of e have in the metric to sum, which is nil at first; nil where e has none.
func add(sum []float64, e *Entry, m Metric) ([]float64, error) {
	values, err := instanceValues(e, m)
	switch {
	case err != nil || values == nil:
		return nil, err
	case sum == nil:
		return append(make([]float64, 0, len(values)), values...), nil
	case len(values) != len(sum):
		return nil, fmt.Errorf("report: %s %s on %s: %d test instances with one seed, %d with another: they are different splits",
			e.Label, e.Output, e.Dataset, len(sum), len(values))
	}
	for i, v := range values {
		sum[i] += v
	}
	return sum, nil
}
