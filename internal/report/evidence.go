package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spbench/spbench/internal/record"
)

// evidence returns the SHA-256 of everything in the entries that is reproducible:
// all but times and warnings. The same suite, seeds and learners give the same
// evidence on any number of workers.
func evidence(entries []Entry) string {
	h := sha256.New()
	for i := range entries {
		writeEvidence(h, &entries[i])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// writeEvidence writes one line per fact; %q and %x keep facts apart and exact.
func writeEvidence(w io.Writer, e *Entry) {
	fmt.Fprintf(w, "%q %d %s %q %q\n", e.Dataset, e.Split, e.Seed, e.Label, e.Output)
	fmt.Fprintf(w, "%d %d %d %q %x {Visits:%d Sweeps:%d MAP:%d Marginals:%d Clamped:%d}\n",
		e.Train, e.Test, e.Variables, e.Outcome.Kind, e.Passes, e.Counts.Visits, e.Counts.Sweeps, e.Counts.MAP, e.Counts.Marginals, e.Counts.Clamped)
	if e.Counts.Conditional > 0 { // so that evidence without any is what it was before there were some
		fmt.Fprintf(w, "%d\n", e.Counts.Conditional)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Metrics)) {
		fmt.Fprintf(w, "%q %x\n", name, e.Metrics[name])
	}
	statistics := e.Statistics
	if statistics == "" && len(e.Instances) > 0 { // of a line that holds them itself
		statistics, _ = record.StatisticsName(e.Instances)
	}
	fmt.Fprintf(w, "%s\n", statistics)
}
