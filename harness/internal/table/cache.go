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

// A Cache reads the statistics of entries from a run folder. It stores there, for the next table,
// the sums over the fits of each row and split in each metric: reading statistics is a third of the
// work for a table of many fits. Several goroutines may use it.
type Cache struct {
	dir string

	mu    sync.Mutex
	known map[string][]float64 // of the last table, by cacheKey
	used  map[string][]float64 // of this table
	grown bool                 // used has keys that known lacks
}

// NewCache opens the cache of a run folder.
func NewCache(dir string) *Cache {
	c := &Cache{dir: dir, used: map[string][]float64{}}
	if content := cellcache.Read(dir); content != nil {
		_ = gob.NewDecoder(bytes.NewReader(content)).Decode(&c.known) // Save encoded it
	}
	return c
}

// Save writes the sums of the last table to the run folder, unless they are there.
func (c *Cache) Save() {
	var content bytes.Buffer
	if c.grown && gob.NewEncoder(&content).Encode(c.used) == nil {
		cellcache.Write(c.dir, content.Bytes())
	}
}

// sum adds up the values of a metric over entries of one row and split, by test instance. It reads
// statistics that entries lack into them; if there is no other metric, it forgets them at once. It
// returns nil if an entry has none. If c is nil, all entries have read theirs.
func (c *Cache) sum(entries []*Entry, m Metric) (sum []float64, err error) {
	if c == nil {
		return c.total(entries, m)
	}
	key := cacheKey(entries, m)
	c.mu.Lock()
	sum, ok := c.known[key]
	if ok {
		c.used[key] = sum
	}
	c.mu.Unlock()
	if ok {
		return slices.Clone(sum), nil
	}
	if sum, err = c.total(entries, m); err == nil && key != "" {
		c.mu.Lock()
		c.used[key], c.grown = slices.Clone(sum), true
		c.mu.Unlock()
	}
	return sum, err
}

// cacheKey hashes everything that a sum depends on, except this build: the metric, and the names of
// the statistics, which are hashes of their content. It is "" if an entry has no such name.
func cacheKey(entries []*Entry, m Metric) string {
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

// total adds up the values of a metric over entries, by test instance; nil if an entry has none.
func (c *Cache) total(entries []*Entry, m Metric) (sum []float64, err error) {
	for i, e := range entries {
		if c != nil {
			if err := e.Read(c.dir); err != nil {
				return nil, err
			}
		}
		values, err := instanceValues(e, m)
		if len(e.Instances) == 1 {
			c.forget(entries[i : i+1])
		}
		switch {
		case err != nil || values == nil:
			return nil, err
		case sum == nil:
			sum = values
			continue
		case len(values) != len(sum):
			return nil,
				fmt.Errorf("table: %s %s on %s: %d test instances with one seed, %d with another: they are different splits",
					e.Label, e.Decoder, e.Dataset, len(sum), len(values))
		}
		for i, v := range values {
			sum[i] += v
		}
	}
	return sum, nil
}

// forget drops statistics that entries can read again. Those of a whole table may not fit into
// memory.
func (c *Cache) forget(entries []*Entry) {
	for _, e := range entries {
		if c != nil && e.Statistics != "" {
			e.Instances = nil
		}
	}
}
