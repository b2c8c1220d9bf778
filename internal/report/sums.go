package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"

	"github.com/spbench/spbench/internal/record"
)

// Sums read the statistics of entries that have only the name of theirs, and remember what those of the fits of one row
// and split add up to: reading them is most of the work of a table of many fits. What is remembered is told by the
// names of all that was added, which are hashes of their content, and in that order.
type Sums struct {
	dir   string
	known map[string]sum
	grown bool
}

// A sum is that over the first fits of a row on a split, by one metric.
type sum struct {
	Fits   int
	Names  string // SHA-256 of the names of their statistics
	Values []float64
}

// NewSums returns what a run folder remembers.
func NewSums(dir string) *Sums {
	s := &Sums{dir: dir}
	if content := record.Cached(dir); content != nil {
		_ = gob.NewDecoder(bytes.NewReader(content)).Decode(&s.known) // it was written so
	}
	if s.known == nil {
		s.known = map[string]sum{}
	}
	return s
}

// Keep leaves in the run folder what was added since.
func (s *Sums) Keep() {
	var content bytes.Buffer
	if s.grown && gob.NewEncoder(&content).Encode(s.known) == nil {
		record.Cache(s.dir, content.Bytes())
	}
}

// over adds up what each test instance has in the metric over entries of one row and split, all with the names of their statistics;
// nil where one has none of the metric.
func (s *Sums) over(entries []*Entry, m Metric) ([]float64, error) {
	first := entries[0]
	key := fmt.Sprintf("%q %q %q %d %q %t", first.Dataset, first.Label, first.Output, first.Split, m.Name, m.Micro)
	h := sha256.New()
	old, from := s.known[key], 0
	var names []string
	for i, e := range entries {
		h.Write([]byte(e.Statistics))
		if names = append(names, e.Statistics); i+1 == old.Fits && hex.EncodeToString(h.Sum(nil)) == old.Names {
			from = old.Fits
		}
	}
	var values []float64
	if from > 0 {
		values = append(values, old.Values...)
	}
	at := from
	for all, err := range record.StatisticsOf(s.dir, names[from:]) {
		if err != nil {
			return nil, err
		}
		e := *entries[at]
		e.Instances = all
		if values, err = add(values, &e, m); err != nil || values == nil {
			return nil, err
		}
		at++
	}
	if from < len(entries) {
		s.known[key] = sum{len(entries), hex.EncodeToString(h.Sum(nil)), append([]float64(nil), values...)}
		s.grown = true
	}
	return values, nil
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
