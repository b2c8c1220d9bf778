package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"slices"
	"sync"

	"github.com/spbench/spbench/harness/internal/record/cellcache"
)

// Cells read the statistics of entries from a run folder. They cache there, for the next table, what
// the fits of one row and split sum up to in one metric: reading statistics is a third of the work of
// a table of many fits. Several goroutines may use them.
type Cells struct {
	dir string

	mu    sync.Mutex
	known map[string][]float64 // the last table's, see key
	used  map[string][]float64 // this table's
	grown bool                 // some of used are not in known
}

// NewCells returns the cells of a run folder with what is cached there.
func NewCells(dir string) *Cells {
	c := &Cells{dir: dir, used: map[string][]float64{}}
	if content := cellcache.Read(dir); content != nil {
		_ = gob.NewDecoder(bytes.NewReader(content)).Decode(&c.known) // Keep encoded it
	}
	return c
}

// Keep caches the cells of the last table, unless they are cached.
func (c *Cells) Keep() {
	var content bytes.Buffer
	if c.grown && gob.NewEncoder(&content).Encode(c.used) == nil {
		cellcache.Write(c.dir, content.Bytes())
	}
}

// sum adds up over some entries of one row and split what each test instance has in a metric; none if
// an entry has nothing. It reads the statistics that entries lack into them. If c is nil, none lacks
// any.
func (c *Cells) sum(entries []*Entry, m Metric) (sum []float64, err error) {
	if c == nil {
		return total(entries, m)
	}
	key := cellKey(entries, m)
	c.mu.Lock()
	sum, ok := c.known[key]
	if ok {
		c.used[key] = sum
	}
	c.mu.Unlock()
	if ok {
		return slices.Clone(sum), nil
	}
	for _, e := range entries {
		if err := e.Read(c.dir); err != nil {
			return nil, err
		}
	}
	if sum, err = total(entries, m); err == nil && key != "" {
		c.mu.Lock()
		c.used[key], c.grown = slices.Clone(sum), true
		c.mu.Unlock()
	}
	return sum, err
}

// cellKey returns the SHA-256 of all that a sum depends on, beside this build: the metric and the
// names of the statistics, which are hashes of their content. It is "" if some have no such name.
func cellKey(entries []*Entry, m Metric) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %s %t\n", m.Name, m.Args, m.Micro)
	for _, e := range entries {
		if e.Statistics == "" {
			return ""
		}
		h.Write([]byte(e.Statistics))
	}
	return string(h.Sum(nil))
}

// total adds up what the test instances of entries have in a metric; none if one has nothing.
func total(entries []*Entry, m Metric) (sum []float64, err error) {
	for _, e := range entries {
		values, err := instanceValues(e, m)
		switch {
		case err != nil || values == nil:
			return nil, err
		case sum == nil:
			sum = values
			continue
		case len(values) != len(sum):
			return nil, fmt.Errorf("report: %s %s on %s: %d test instances with one seed, %d with another: they are different splits",
				e.Label, e.Decoder, e.Dataset, len(sum), len(values))
		}
		for i, v := range values {
			sum[i] += v
		}
	}
	return sum, nil
}

// forget takes away the statistics that entries can read again: those of a whole table may be more
// than memory holds.
func (c *Cells) forget(entries []*Entry) {
	for _, e := range entries {
		if c != nil && e.Statistics != "" {
			e.Instances = nil
		}
	}
}
