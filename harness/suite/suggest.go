package suite

import (
	"fmt"
	"strings"
)

// Suggest returns the candidate that was probably meant by word: the one at the
// smallest edit distance, letter case aside, if that is at most a third of the
// candidate's length (but at least one); else "". Of equals, the first.
func Suggest(word string, candidates []string) string {
	best, at := "", 0
	for _, c := range candidates {
		limit := max(1, len(c)/3)
		if len(word)-len(c) > limit || len(c)-len(word) > limit {
			continue
		}
		d := distance(strings.ToLower(word), strings.ToLower(c))
		if d <= limit && (best == "" || d < at) {
			best, at = c, d
		}
	}
	return best
}

// hint proposes a candidate, or lists them all.
func hint(word, plural string, candidates []string) string {
	if near := Suggest(word, candidates); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(candidates) == 0 {
		return "there are no " + plural
	}
	return plural + ": " + strings.Join(candidates, ", ")
}

// distance returns the number of insertions, deletions, substitutions and swaps
// of neighbours that turn a into b, each place being edited once (the optimal
// string alignment form of the Damerau-Levenshtein distance). O(len a · len b).
func distance(a, b string) int {
	twoUp, up, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range up {
		up[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			d := up[j]
			if a[i] != b[j] {
				d++
			}
			d = min(d, up[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, twoUp[j-1]+1)
			}
			row[j+1] = d
		}
		twoUp, up, row = up, row, twoUp
	}
	return up[len(b)]
}
