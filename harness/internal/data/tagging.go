package data

import (
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

var taggingEntry = withArguments(Entry{
	Name: "tagging",
	Doc: "generated text: sentences of 5 to 35 words tagged by a hidden Markov model, " +
		"sparse binary features of each word and its neighbours, 10 folds",
	Licence: "generated; public domain",
}, defaultTagging, loadTagging)

// taggingArgs are the arguments of "tagging".
type taggingArgs struct {
	Sentences int     `json:"sentences" range:"[1,1000000]" help:"number of sentences"`
	Features  int     `json:"features" range:"[1000,10000000]" help:"width of the feature rows"`
	Labels    int     `json:"labels" range:"[2,100]" help:"number of tags"`
	Ambiguity float64 `json:"ambiguity" range:"[0,1]" help:"probability of a word outside of its tag's own"`
	Seed      uint64  `json:"seed" help:"of language and sentences"`
}

func defaultTagging() taggingArgs {
	return taggingArgs{Sentences: 2000, Features: 100000, Labels: 9, Ambiguity: 0.15, Seed: 1}
}

func loadTagging(_ Entry, a taggingArgs, _ string) (*Dataset, error) {
	g := newLanguage(a)
	d := &Dataset{K: a.Labels, NodeWidth: a.Features}
	for k := range a.Labels {
		d.Labels = append(d.Labels, "tag"+strconv.Itoa(k))
	}
	for i := range a.Sentences {
		d.Instances = append(d.Instances, g.sentence(i))
		d.Fold = append(d.Fold, i%10)
	}
	return d, nil
}

// A language is the model of "tagging": a bigram model of tags, and words with Zipf-distributed
// frequencies. Each word has a typical tag and a suffix that hints at it. All its numbers are
// integers.
type language struct {
	taggingArgs
	next     [][]uint64 // labels × labels
	suffix   []int      // of each word
	words    [][]int    // typical words of each tag, then all words
	zipf     [][]uint64 // cumulative frequencies, parallel to words
	stray    uint64     // ambiguity in units of 2^-32
	suffixes int
}

func newLanguage(a taggingArgs) *language {
	g := &language{
		taggingArgs: a,
		suffix:      make([]int, (a.Features-1-3*(a.Features/100)-a.Features/4)/3),
		words:       make([][]int, a.Labels+1),
		zipf:        make([][]uint64, a.Labels+1),
		stray:       uint64(a.Ambiguity * (1 << 32)),
		suffixes:    a.Features / 100,
	}
	r := rand.New(rand.NewPCG(a.Seed, 0x74616773))
	for range a.Labels {
		row := make([]uint64, a.Labels)
		for l, rank := range r.Perm(a.Labels) {
			row[l] = [...]uint64{90, 20, 6}[min(rank, 2)]
			if rank > 2 {
				row[l] = 1
			}
		}
		g.next = append(g.next, row)
	}
	for w := range g.suffix {
		tag := r.IntN(a.Labels)
		g.suffix[w] = r.IntN(g.suffixes)
		if s := g.suffix[w] - g.suffix[w]%a.Labels + tag; r.IntN(10) < 6 && s < g.suffixes {
			g.suffix[w] = s // six words in ten end as their tag's words do
		}
		for _, k := range []int{tag, a.Labels} {
			total := uint64(0)
			if n := len(g.zipf[k]); n > 0 {
				total = g.zipf[k][n-1]
			}
			g.words[k] = append(g.words[k], w)
			g.zipf[k] = append(g.zipf[k], total+(1<<32)/uint64(w+3))
		}
	}
	return g
}

// draw returns a word for tag k: one of its own, or any.
func (g *language) draw(r *rand.Rand, k int) int {
	if r.Uint64()>>32 < g.stray || len(g.words[k]) == 0 {
		k = g.Labels
	}
	u := r.Uint64N(g.zipf[k][len(g.zipf[k])-1])
	return g.words[k][sort.Search(len(g.zipf[k]), func(i int) bool { return g.zipf[k][i] > u })]
}

// sentence writes sentence i. It depends on i and the arguments other than Sentences only.
func (g *language) sentence(i int) sp.Instance {
	r := rand.New(rand.NewPCG(g.Seed, uint64(i)+1))
	n := 5 + r.IntN(16) + r.IntN(16)
	x := sp.Instance{
		ID: "sentence-" + strconv.Itoa(i), Weight: 1, K: g.Labels,
		Node:  sp.Rows{N: n, D: g.Features, Start: make([]int32, 1, n+1)},
		Edges: sp.ChainEdges(n),
		Gold:  make([]int32, n),
	}
	words := make([]int, n)
	for t := range words {
		k := r.IntN(g.Labels)
		if t > 0 {
			k = pick(r, g.next[x.Gold[t-1]])
		}
		x.Gold[t], words[t] = int32(k), g.draw(r, k)
	}
	for t := range words {
		lo := len(x.Node.Index)
		x.Node.Index = g.features(x.Node.Index, words, t)
		row := x.Node.Index[lo:]
		slices.Sort(row)
		x.Node.Index = x.Node.Index[:lo+len(slices.Compact(row))]
		x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
	}
	return x
}

// features appends the columns of word t, one group after the other: a bias; the word, the previous
// and the next one; their suffixes; and conjunctions of those, hashed into the remaining columns.
func (g *language) features(list []int32, words []int, t int) []int32 {
	v, s := len(g.suffix), g.suffixes
	base := 1
	add := func(width, j int) {
		if j >= 0 {
			list = append(list, int32(base+j))
		}
		base += width
	}
	word, suffix := [3]int{-1, -1, -1}, [3]int{-1, -1, -1}
	for i := range word {
		if u := t + i - 1; u >= 0 && u < len(words) {
			word[i], suffix[i] = words[u], g.suffix[words[u]]
		}
	}
	list = append(list, 0)
	for _, i := range []int{1, 0, 2} {
		add(v, word[i])
	}
	for _, i := range []int{1, 0, 2} {
		add(s, suffix[i])
	}
	rest := uint64(g.Features - base)
	for c, pair := range [][2]int{{word[0], word[1]}, {word[1], word[2]}, {suffix[0], suffix[1]},
		{suffix[1], suffix[2]}, {suffix[0], word[1]}, {word[1], suffix[2]}} {
		list = append(list, int32(base)+int32(conjunction(c, pair)%rest))
	}
	return list
}

// conjunction hashes a pair of values with the kind of the pair (the finaliser
// of SplitMix64 over their mix).
func conjunction(kind int, pair [2]int) uint64 {
	z := uint64(kind)*0x9e3779b97f4a7c15 + uint64(pair[0]+1)*0xbf58476d1ce4e5b9 + uint64(pair[1]+1)*0x94d049bb133111eb
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
