package report

import "github.com/spbench/spbench/internal/record"

// noteLoad says how many fits began on a machine with more to do than it has processors.
func (t *Table) noteLoad(entries []Entry) {
	fits, busy := map[record.Place]bool{}, map[record.Place]bool{}
	worst := 0
	for i := range entries {
		e := &entries[i]
		if e.CPUs == 0 {
			continue
		}
		fits[e.fit()] = true
		if e.Load > float64(e.CPUs) {
			busy[e.fit()] = true
			if e.Load > entries[worst].Load || entries[worst].CPUs == 0 {
				worst = i
			}
		}
	}
	if len(busy) > 0 {
		t.note("%d of %d fits began while more processes wanted a processor than there are (up to %s on %d): wall seconds are longer for it, CPU seconds somewhat.",
			len(busy), len(fits), fixed(entries[worst].Load, 1), entries[worst].CPUs)
	}
}
