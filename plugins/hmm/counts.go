package hmm

import (
	"cmp"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/spbench/spbench/harness/sp"
)

// counts are how often things occur. As weights they are K counts of first labels, K×K of label l
// after k, and for each pair of an event and a label three numbers, in order: the key of the event,
// the label, the count. An event is any word, a word itself, or an ending of the words that occur
// once, which unknown words resemble (Brants 2000, section 2.3).
type counts struct {
	k      int
	chain  []float64 // K + K×K
	events map[event]float64
	words  map[string]int // occurrences
}

// An event is a key and a label. Keys are whole numbers below 2⁵³.
type event struct{ key, label float64 }

func newCounts(k int) *counts {
	return &counts{k, make([]float64, k+k*k), map[event]float64{}, map[string]int{}}
}

// add counts the known labels of x.
func (c *counts) add(x *sp.Instance) {
	for v, l := range x.Gold {
		if l == sp.Unknown {
			continue
		}
		c.events[event{anyWord, float64(l)}] += x.Weight
		c.events[event{wordKey(x.Texts[v]), float64(l)}] += x.Weight
		c.words[x.Texts[v]]++
		if v == 0 {
			c.chain[l] += x.Weight
		} else if before := x.Gold[v-1]; before != sp.Unknown {
			c.chain[c.k+int(before)*c.k+int(l)] += x.Weight
		}
	}
}

// addEndings counts the labels of endings, at most longest characters, of the words that occur
// once. It is called after all calls of add.
func (c *counts) addEndings(longest int) {
	for _, word := range slices.Sorted(maps.Keys(c.words)) { // sums of weights depend on the order
		if c.words[word] > 1 {
			continue
		}
		for l := range c.k {
			if n := c.events[event{wordKey(word), float64(l)}]; n > 0 {
				for _, key := range endingKeys(word, longest) {
					c.events[event{key, float64(l)}] += n
				}
			}
		}
	}
}

// weights returns the counts in one slice.
func (c *counts) weights() []float64 {
	w := slices.Clone(c.chain)
	for _, e := range slices.SortedFunc(maps.Keys(c.events), func(a, b event) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.label, b.label))
	}) {
		w = append(w, e.key, e.label, c.events[e])
	}
	return w
}

const anyWord = 0.0

func wordKey(word string) float64 { return key("word " + word) }

// endingKeys returns the keys of the endings of a word, the shortest, "", first. Words with a
// capital letter in front, and others with digits, have endings of their own.
func endingKeys(word string, longest int) (keys []float64) {
	letters, kind := []rune(word), "lower "
	if len(letters) > 0 && unicode.IsUpper(letters[0]) {
		kind = "upper "
	} else if strings.ContainsFunc(word, unicode.IsDigit) {
		kind = "digit "
	}
	for n := range min(longest, len(letters)) + 1 {
		keys = append(keys, key(kind+strings.ToLower(string(letters[len(letters)-n:]))))
	}
	return keys
}

// key returns 53 bits of a hash. Two of 100,000 keys are equal by chance once in two million fits.
// Their counts are then added.
func key(text string) float64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // never fails
	return float64(h.Sum64() >> 11)
}
