package param

import "strings"

// Nearest returns the name probably meant by word: the one at the smallest edit distance,
// ignoring letter case. The distance may be at most a third of the name's length (at least
// one); otherwise the result is "". The first of several equals wins.
func Nearest(word string, names []string) string {
	best, at := "", len(word)+1
	for _, name := range names {
		if d := distance(strings.ToLower(word), strings.ToLower(name)); d < at &&
			d <= max(1, len(name)/3) {
			best, at = name, d
		}
	}
	return best
}

// distance returns the number of insertions, deletions, substitutions and swaps of neighbours
// to turn a into b (optimal string alignment). O(len a · len b).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
