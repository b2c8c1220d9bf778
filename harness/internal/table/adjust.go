package table

import "github.com/spbench/spbench/harness/internal/stats"

// equal reports whether the rows of a pair do not differ anywhere. Its p is 1 whatever the test, so that it
// is not in the family (Tarone 1990).
func (p *Pair) equal() bool { return p.Test.Effect == 0 && !finite(p.Test.Err) }

// familySizes returns how many pairs that differ flip signs, and how many do not.
func familySizes(pairs []Pair) (flips, rest int) {
	for i := range pairs {
		switch {
		case pairs[i].equal():
		case pairs[i].flips:
			flips++
		default:
			rest++
		}
	}
	return flips, rest
}

// times returns the factor by which the correction makes the smallest p of a column larger, at least.
func times(family []Pair, flips bool) float64 {
	flipped, rest := familySizes(family)
	if flips {
		return float64(flipped+rest) / max(1, float64(flipped))
	}
	return float64(flipped + rest)
}

// adjust sets the adjusted p of all pairs, and p where signs are flipped. Pairs on one split are one family of
// sign flips ([stats.MaxT]), and all others one of [stats.Holm]. With both, each has the share of α that its
// number of pairs has: then any pair is found falsely with probability α at most.
func (t *Table) adjust() {
	flipped, rest := familySizes(t.pairs)
	all := float64(flipped + rest)
	t.flip(times(t.pairs, true))
	var p []float64
	var of []*Pair
	for i := range t.pairs {
		switch pair := &t.pairs[i]; {
		case pair.flips:
		case pair.equal():
			pair.Adjusted = 1
		default:
			p, of = append(p, pair.Test.P), append(of, pair)
		}
	}
	for i, adjusted := range stats.Holm(p) {
		of[i].Adjusted = min(1, adjusted*(all/float64(rest)))
	}
}

// flip sets p and the adjusted p of the pairs on one split, which are times as large as within their family.
func (t *Table) flip(times float64) {
	var start []int
	var rows [][]float64
	var of []*Pair
	var pairs [][2]int
	begin, end := map[int]int{}, 0 // of the instances of a column
	known := map[[2]int]int{}      // place among rows of a row and column
	place := func(r, c int) int {
		at, ok := known[[2]int{r, c}]
		if !ok {
			values := t.Columns[c].judge.values(t.samples[r][c])
			if _, ok := begin[c]; !ok {
				begin[c], end = end, end+len(values)
			}
			at = len(rows)
			known[[2]int{r, c}] = at
			start, rows = append(start, begin[c]), append(rows, values)
		}
		return at
	}
	for i := range t.pairs {
		if p := &t.pairs[i]; p.flips {
			of, pairs = append(of, p), append(pairs, [2]int{place(p.A, p.Column), place(p.B, p.Column)})
		}
	}
	p, adjusted := stats.MaxT(start, rows, pairs)
	for i, pair := range of {
		pair.Test.P, pair.Adjusted = p[i], min(1, adjusted[i]*times)
		pair.Bound = pair.Test.Bound() && adjusted[i] <= pair.Test.Floor
	}
}
