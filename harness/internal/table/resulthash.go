package table

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/internal/record"
)

// resultHash returns the SHA-256 of everything in the entries that is reproducible: all but times
// and warnings. ± and p depend on the groups of test instances, so they count. The same suite, seeds
// and learners have the same hash with any number of workers.
func resultHash(entries []Entry) string {
	h := sha256.New()
	var text []byte
	for i := range entries {
		text = appendFacts(text[:0], &entries[i])
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// appendFacts appends one line per fact; quotes and hexadecimal numbers keep facts apart and exact.
func appendFacts(b []byte, e *Entry) []byte {
	b = append(strconv.AppendQuote(b, e.Dataset), ' ')
	b = append(strconv.AppendInt(b, int64(e.Split), 10), ' ')
	b = append(append(b, e.Seed.String()...), ' ')
	b = append(strconv.AppendQuote(b, e.Label), ' ')
	b = append(strconv.AppendQuote(b, e.Decoder), '\n')
	for _, n := range []int{e.Train, e.Test, e.Variables} {
		b = append(strconv.AppendInt(b, int64(n), 10), ' ')
	}
	b = append(strconv.AppendQuote(b, string(e.Outcome.Kind)), ' ')
	b = append(strconv.AppendFloat(b, e.Passes, 'x', -1, 64), ' ')
	b = fmt.Appendf(b, "{Visits:%d Sweeps:%d MAP:%d Marginals:%d Clamped:%d}\n", e.Counts.Visits,
		e.Counts.Sweeps, e.Counts.MAP, e.Counts.Marginals, e.Counts.Clamped)
	if e.Counts.Conditional > 0 { // older results have none
		b = append(strconv.AppendInt(b, e.Counts.Conditional, 10), '\n')
	}
	for _, name := range slices.Sorted(maps.Keys(e.Metrics)) {
		b = append(strconv.AppendQuote(b, name), ' ')
		b = append(strconv.AppendFloat(b, e.Metrics[name], 'x', -1, 64), '\n')
	}
	if len(e.Groups) > 0 {
		b = fmt.Appendf(b, "%q %d\n", e.Groups, e.LearnedGroups)
	}
	statistics := e.Statistics
	if statistics == "" && len(e.Instances) > 0 { // older results hold them in the line
		statistics, _ = record.StatisticsName(e.Instances)
	}
	return append(append(b, statistics...), '\n')
}
