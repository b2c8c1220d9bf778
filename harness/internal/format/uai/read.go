package uai

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"text/scanner"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/internal/format/compressed"
	"github.com/spbench/spbench/harness/sp"
)

const (
	most       = 4         // variables of a factor
	maxLabels  = 100_000   // of a variable
	maxEntries = 1 << 24   // of a table
	least      = 0x1p-1022 // above 0; math.Log has no subnormal numbers
)

// A Model is a sum of scores.
type Model struct {
	Labels []int // of each variable
	// of ascending variables, up to four and −1 behind them, and as many labels
	scores map[[2 * most]int32]float64
}

// A reader reads words. After the first error all numbers are 0.
type reader struct {
	scanner.Scanner
	err error
}

// Read reads a model. With evidence it also reads path.evid: other labels than the observed ones
// get a factor 0. An error has file and line.
func Read(path string, evidence bool) (*Model, error) {
	m := &Model{scores: map[[2 * most]int32]float64{}}
	err := read(path, m.read)
	if err == nil && evidence {
		plain, _ := compressed.Plain(path)
		err = read(path[:len(plain)]+".evid", m.observe)
	}
	return m, err
}

// read calls take with a reader of the file at path, which must come to its end.
func read(path string, take func(r *reader)) error {
	file, err := compressed.Open(path)
	if err != nil {
		return err
	}
	var r reader
	r.Init(file)
	r.Filename, r.Mode, r.Error = path, scanner.ScanIdents, func(*scanner.Scanner, string) {}
	r.IsIdentRune = func(c rune, _ int) bool { return c > ' ' }
	take(&r)
	if word := r.word(); word != "" {
		r.fail("%q behind the last number", word)
	}
	return errors.Join(r.err, file.Close())
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s:%d: "+format, append([]any{r.Filename, r.Line}, args...)...)
	}
}

// word returns the next word; "": there is none.
func (r *reader) word() string {
	r.Scan()
	return r.TokenText()
}

// whole reads a whole number in least..greatest.
func (r *reader) whole(what string, least, greatest int) int {
	word := r.word()
	v, err := strconv.Atoi(word)
	if err != nil || v < least || v > greatest {
		r.fail("%s: want a whole number in %d..%d, got %q", what, least, greatest, word)
	}
	if r.err != nil {
		return 0
	}
	return v
}

// log reads a factor.
func (r *reader) log() float64 {
	word := r.word()
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || v != 0 && !(v >= least && v <= math.MaxFloat64) {
		r.fail("want 0 or a number from 2.3e-308 to 1.8e308, got %q", word)
	}
	return math.Log(v)
}

// each calls take with each labeling of variables in y. The label of the last one runs fastest.
func (m *Model) each(list, y []int32, take func()) {
	if len(list) == 0 {
		take()
		return
	}
	for k := range m.Labels[list[0]] {
		y[list[0]] = int32(k)
		m.each(list[1:], y, take)
	}
}

// states returns the number of labelings of variables.
func (m *Model) states(list []int32) int {
	states := 1
	for _, d := range list {
		states = min(states*m.Labels[d], maxEntries+1)
	}
	return states
}

// add adds score to the labels in y of ascending variables.
func (m *Model) add(list, y []int32, score float64) {
	key := [2 * most]int32{-1, -1, -1, -1}
	for i, d := range list {
		key[i], key[most+i] = d, y[d]
	}
	m.scores[key] += score
}

func (m *Model) read(r *reader) {
	if kind := r.word(); kind != "MARKOV" && kind != "BAYES" {
		r.fail("a model begins with MARKOV or BAYES, got %q", kind)
	}
	for n := r.whole("number of variables", 1, math.MaxInt32); n > 0 && r.err == nil; n-- {
		m.Labels = append(m.Labels, r.whole("labels of a variable", 1, maxLabels))
	}
	n, y := len(m.Labels), make([]int32, len(m.Labels))
	for d := range int32(n) {
		m.add([]int32{d}, y, 0)
	}
	arity, scopes := 0, make([][]int32, 0)
	for f := r.whole("number of factors", 0, math.MaxInt32); f > 0 && r.err == nil; f-- {
		var list []int32
		size := r.whole("variables of a factor (at most four are read)", 0, most)
		for range size {
			d := int32(r.whole("variable of a factor", 0, n-1))
			if slices.Contains(list, d) {
				r.fail("variable %d is twice in a factor", d)
			}
			list = append(list, d)
		}
		scopes, arity = append(scopes, list), max(arity, size)
	}
	for _, list := range scopes {
		states, free := m.states(list), int32(-1)
		r.whole("size of a table (at most 2^24)", states, min(states, maxEntries))
		if len(list) == 0 || len(list) == 3 && arity == most {
			for free = 0; slices.Contains(list, free); {
				free++
			}
			list = append(list, free)
		}
		sorted, v, top := slices.Sorted(slices.Values(list)), 0.0, math.Inf(-1)
		if r.err != nil {
			return
		}
		m.each(list, y, func() {
			if free < 0 || y[free] == 0 {
				v = r.log()
			}
			if top = max(top, v); r.err == nil {
				m.add(sorted, y, v)
			}
		})
		if math.IsInf(top, -1) {
			r.fail("all numbers of a table are 0")
		}
	}
}

// observe reads "n variable label …", an odd number of words, or the form until 2008, with the
// number of sets of evidence before it. Several sets are an error, unless half of them are empty.
func (m *Model) observe(r *reader) {
	var list []int
	for word := r.word(); word != ""; word = r.word() {
		v, err := strconv.Atoi(word)
		if err != nil {
			v = -1
		}
		list = append(list, v)
	}
	if len(list)%2 == 0 && len(list) > 0 && list[0] == 1 {
		list = list[1:]
	}
	if len(list)%2 == 0 || len(list)/2 != list[0] {
		r.fail("want one set of evidence: how many variables, then each with its label")
		return
	}
	y, seen := make([]int32, len(m.Labels)), map[int]bool{}
	for i := 1; i < len(list); i += 2 {
		d, label := list[i], list[i+1]
		if d < 0 || d >= len(y) || label < 0 || label >= m.Labels[d] || seen[d] {
			r.fail("variable %d, label %d: the model lacks it, or the variable is there twice", d, label)
			return
		}
		scope := []int32{int32(d)}
		seen[d] = true
		m.each(scope, y, func() {
			if int(y[d]) != label {
				m.add(scope, y, math.Inf(-1))
			}
		})
	}
}

// Fill gives x the scores of the model as sparse features for the feature map "scores". k is the
// number of labels of all variables: those that a variable lacks are not allowed. O(n·log n).
func (m *Model) Fill(x *sp.Instance, k int) error {
	f := new(sp.Factors)
	rows := [...]*sp.Rows{1: &x.Node, 2: &x.Edge, 3: &f.Rows, 4: &f.Rows}
	x.Node, x.Edge, x.Allowed = empty(k, 1), empty(k, 2), m.allowed(k)
	var last []int32
	keys := slices.SortedFunc(maps.Keys(m.scores), func(a, b [2 * most]int32) int {
		return slices.Compare(a[:], b[:])
	})
	for _, key := range keys {
		list := key[:most]
		if i := slices.Index(list, -1); i > 0 {
			list = list[:i]
		}
		n := len(list)
		if n > 2 && f.Arity == 0 {
			f.Arity, f.Rows, x.Factors = n, empty(k, n), f
		}
		r := rows[n]
		if r.D > math.MaxInt32 {
			return fmt.Errorf("%d labels are too many for factors of %d variables", k, n)
		}
		if !slices.Equal(list, last) {
			r.N, r.Start, last = r.N+1, append(r.Start, 0), list
			if n == 2 {
				x.Edges = append(x.Edges, sp.Edge{U: list[0], V: list[1]})
			} else if n > 2 {
				f.Variables = append(f.Variables, list...)
			}
		}
		column := 0
		for _, label := range key[most:][:n] {
			column = column*k + int(label)
		}
		score := max(m.scores[key], sp.MayFollow(false))
		for part := range feature.Parts {
			v := float32(score)
			if score -= float64(v); v != 0 {
				r.Index = append(r.Index, int32(column*feature.Parts+part))
				r.Value = append(r.Value, v)
			}
		}
		r.Start[r.N] = int32(len(r.Index))
	}
	return nil
}

// allowed returns the labels of each variable; nil: all have k.
func (m *Model) allowed(k int) [][]int32 {
	if slices.Min(m.Labels) == k {
		return nil
	}
	lists := make([][]int32, len(m.Labels))
	for d, n := range m.Labels {
		for label := range int32(n) {
			lists[d] = append(lists[d], label)
		}
	}
	return lists
}

// empty returns no rows for scores of n variables.
func empty(k, n int) sp.Rows {
	width := math.Pow(float64(k), float64(n)) * feature.Parts
	return sp.Rows{D: int(min(width, math.MaxInt32+1)), Start: []int32{0}, Value: []float32{}}
}
