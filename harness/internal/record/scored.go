package record

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// FormatScore returns hashes of sources as in [Row.Score], such as "decoder:map=0123
// metric:hamming=4567".
func FormatScore(parts map[string]string) string {
	var words []string
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		words = append(words, part+"="+parts[part])
	}
	return strings.Join(words, " ")
}

// ParseScore returns the parts of a [Row.Score]. A row of an older build has one part, "score".
func ParseScore(score string) map[string]string {
	parts := map[string]string{}
	for word := range strings.FieldsSeq(score) {
		if part, hash, ok := strings.Cut(word, "="); ok {
			parts[part] = hash
		} else {
			parts["score"] = word
		}
	}
	return parts
}

// scorers have the latest hash of each part of the scores of rows. The zero value has seen no rows.
type scorers struct {
	parts  map[string]map[string]string // see [ParseScore], by score
	latest map[string]string            // hash, by part
	at     map[string]time.Time         // by part
}

// add sees the rows of a fit.
func (s *scorers) add(f *Fit) {
	if s.parts == nil {
		s.parts, s.latest, s.at = map[string]map[string]string{}, map[string]string{},
			map[string]time.Time{}
	}
	for i := range f.Rows {
		score := f.Rows[i].Score
		if s.parts[score] == nil {
			s.parts[score] = ParseScore(score)
		}
		for part, hash := range s.parts[score] {
			if part = partFor(part, f); !f.Times.Appended.Before(s.at[part]) {
				s.latest[part], s.at[part] = hash, f.Times.Appended
			}
		}
	}
}

// later reports whether rows later than those of f, which must have been added, have another hash
// of a part.
func (s *scorers) later(f *Fit) bool {
	for i := range f.Rows {
		for part, hash := range s.parts[f.Rows[i].Score] {
			if hash != s.latest[partFor(part, f)] {
				return true
			}
		}
	}
	return false
}

// partFor returns a part of a score of f as a key. Learners predict for fits of their own build
// only. So fits of other builds keep their own hash.
func partFor(part string, f *Fit) string {
	if strings.HasPrefix(part, "predict:") {
		return part + " " + f.Identity["build"]
	}
	return part
}
