package structured

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/structure"
)

func check(t *testing.T, s *Set, err error) *Set {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Instances {
		if err := s.Instances[i].Check(); err != nil {
			t.Fatal(err)
		}
		if x := &s.Instances[i]; x.K > s.K || x.Node.D != s.Width {
			t.Fatalf("%s: %d labels, %d columns; the set has %d, %d", x.ID, x.K, x.Node.D, s.K, s.Width)
		}
	}
	return s
}

const conllu = `# sent_id = one
1-2	It's	_	_	_	_	_	_	_	_
1	It	it	PRON	PRP	_	2	nsubj	_	_
2	works	work	VERB	VBZ	_	0	root	_	_
2.1	now	now	ADV	RB	_	_	_	_	_
3	.	.	PUNCT	.	_	2	punct	_	_

1	Go	go	VERB	VB	_	0	root	_	_

`

// TestTrees: ranges and empty nodes are no words; a long sentence is left out.
func TestTrees(t *testing.T) {
	s, err := Trees([]string{"a", "b"}, [][]byte{[]byte(conllu), []byte(conllu)}, 3)
	check(t, s, err)
	x := &s.Instances[0]
	if len(s.Instances) != 4 || x.ID != "one" || s.Instances[1].ID != "sentence-1" ||
		!slices.Equal(x.Gold, []int32{2, 0, 2}) || !slices.Equal(x.Size, []float64{1, 1, 0}) ||
		!slices.Equal(s.Fold, []int{0, 0, 1, 1}) || s.K != 4 || s.Labels[0] != "root" {
		t.Errorf("got %+v", s)
	}
	// Nothing but tag VERB occurs twice.
	if want := []string{"form=0", "lemma=0", "tag=1", "fine=1", "around=1"}; !slices.Equal(
		s.NodeGroups, want) {
		t.Errorf("groups %v, want %v", s.NodeGroups, want)
	}
	s, err = Trees([]string{"a"}, [][]byte{[]byte(conllu)}, 2)
	if err != nil || len(s.Instances) != 1 {
		t.Errorf("%d sentences of two words, %v, want 1", len(s.Instances), err)
	}
}

// TestWithHeads: heads and relations of words are replaced, and nothing else.
func TestWithHeads(t *testing.T) {
	want := strings.NewReplacer("2\tnsubj", "3\t_", "2\tpunct", "1\t_", "0\troot", "2\t_").Replace(
		conllu)
	if have := string(WithHeads([]byte(conllu), []int32{3, 2, 1, 2})); have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
	s, err := Trees([]string{"a"}, [][]byte{WithHeads([]byte(conllu), nil)}, 9)
	check(t, s, err)
	if x := &s.Instances[0]; !slices.Equal(x.Gold, []int32{-1, -1, -1}) {
		t.Errorf("without heads: %v", x.Gold)
	}
}

// TestTreesRefuse: mistakes have a place.
func TestTreesRefuse(t *testing.T) {
	for text, want := range map[string]string{
		"1\tx\n": "a:1: 2 columns",
		strings.Replace(conllu, "\t2\tnsubj", "\tx\tnsubj", 1): `a:3: the head of word 1 is "x"`,
		strings.Replace(conllu, "\t2\tnsubj", "\t7\tnsubj", 1): "gold label 7 of variable 0",
		strings.Replace(conllu, "\t2\tnsubj", "\t0\tnsubj", 1): `a:7: sp: instance "one": the gold`,
		strings.Replace(conllu, "\t2\tpunct", "\t3\tpunct", 1): "close a cycle",
	} {
		if _, err := Trees([]string{"a"}, [][]byte{[]byte(text)}, 9); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

// TestAlignments: certain links are gold, words with possible ones alone are void, and a second
// certain link of a word is possible.
func TestAlignments(t *testing.T) {
	story := Story{Name: "s", French: []byte("0\tle chat dort bien ici\n1\tnon\n"),
		English: []byte("0\tthe cat sleeps well\n1\tno\n"),
		Links:   []byte("0\t0-0 1-1 1-2 2p2 2p3 \n1\t0-0\n")}
	s, err := Alignments([]Story{story}, 5)
	check(t, s, err)
	x := &s.Instances[0]
	if !slices.Equal(x.Gold, []int32{1, 2, sp.Unknown, 0, 0}) || x.K != 5 || s.K != 5 ||
		x.Label.N != 5 || x.ID != "s-0" || s.Group[0] != "s" {
		t.Errorf("got %+v", x)
	}
	for d, want := range [][]float64{{0, 1, 0, 0, 0}, {0, 0, 1, 1, 0}, {0, 0, 0, 1, 1},
		{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}} {
		if got := x.Mixed[5*d:][:5]; !slices.Equal(got, want) {
			t.Errorf("links of word %d are %v, want %v", d, got, want)
		}
	}
	if s, err = Alignments([]Story{story}, 4); err != nil || len(s.Instances) != 1 {
		t.Errorf("%d pairs of at most 4 words, %v, want 1", len(s.Instances), err)
	}
	story.Links = []byte("0\t0-4\n1\t0-0\n")
	if _, err = Alignments([]Story{story}, 5); err == nil || !strings.Contains(err.Error(),
		`s: line 1: link "0-4", want two words below 5 and 4`) {
		t.Errorf("a link outside: %v", err)
	}
	story.Links = []byte("0\t0-0\n")
	if _, err = Alignments([]Story{story}, 5); err == nil || !strings.Contains(err.Error(),
		"2 French and 2 English sentences with 1 lines") {
		t.Errorf("a missing line: %v", err)
	}
}

// TestDice: a word of every sentence has the coefficient 2·2/(2+1) with one of a single sentence.
func TestDice(t *testing.T) {
	s, err := Alignments([]Story{{"s", []byte("0\ta b\n1\ta"), []byte("0\tx\n1\ty"),
		[]byte("0\t\n1\t")}}, 5)
	check(t, s, err)
	if s.NodeGroups[0] != "word=0" || s.NodeGroups[1] != "dice=2" {
		t.Fatalf("groups %v", s.NodeGroups)
	}
	index, value := s.Instances[0].Node.Row(0)
	if index[0] != 0 || value[0] != float32(2./3) {
		t.Errorf("a and x have %v in column %d, want 2/3 in column 0", value[0], index[0])
	}
	if _, value = s.Instances[0].Node.Row(1); value[0] != 1 {
		t.Errorf("b and x have %v, want 1", value[0])
	}
}

// TestDigitRows: each row has all digits, and without flips the pixels of its images.
func TestDigitRows(t *testing.T) {
	d := Digits{Rows: 2, Columns: 4}
	for k := range byte(10) { // two cells: the bits of k/3 and k%3 above the threshold
		d.Labels = append(d.Labels, k)
		for range 2 {
			left, right := 80*(k/3), 100*(k%3)
			d.Pixels = append(d.Pixels, left, left, right, right)
		}
	}
	a := Rows{Train: 3, Test: 2, Seed: 1}
	s, err := a.Of([2]Digits{d, d})
	check(t, s, err)
	if len(s.Instances) != 5 || !slices.Equal(s.Fold, []int{0, 0, 0, 1, 1}) || s.Width != 3 {
		t.Errorf("got %d rows, folds %v, %d columns", len(s.Instances), s.Fold, s.Width)
	}
	for i := range s.Instances {
		x := &s.Instances[i]
		for j, k := range x.Gold {
			want := []int32{}
			if k/3 >= 2 {
				want = append(want, 0)
			}
			if k%3 == 2 {
				want = append(want, 1)
			}
			if index, _ := x.Node.Row(j); !slices.Equal(index, append(want, 2)) {
				t.Errorf("digit %d has the pixels %v, want %v and 2", k, index, want)
			}
		}
	}
	d.Labels[3] = 2
	if _, err = a.Of([2]Digits{d, d}); err == nil || err.Error() != "no image of digit 3" {
		t.Errorf("a missing digit: %v", err)
	}
}

// TestPaths: without noise the gold path is the best under the hidden weights, by enumeration.
func TestPaths(t *testing.T) {
	a := Grid{Scored{Instances: 20, Features: 3, Seed: 2}, 3, 4}
	s := check(t, a.Paths(), nil)
	for i := range s.Instances {
		x := &s.Instances[i]
		_, scores := a.variables(i, x.N())
		best := int64(0)
		for bits := range 1 << 5 { // three steps right and two down
			node, sum, ok := int32(0), int64(0), true
			for step := range 5 {
				to := node + 1
				if bits>>step&1 == 1 {
					to = node + 4
				}
				d := slices.Index(x.Structure.Arcs, sp.Edge{U: node, V: to})
				if ok = d >= 0; !ok {
					break
				}
				node, sum = to, sum+scores[d]
			}
			if ok && node == 11 && (best == 0 || sum > best) {
				best = sum
			}
		}
		sum := int64(0)
		for d, k := range x.Gold {
			sum += int64(k) * scores[d]
		}
		if sum != best {
			t.Errorf("%s: the path has score %d, the best %d", x.ID, sum, best)
		}
	}
}

// TestSubsets: those chosen have the largest scores.
func TestSubsets(t *testing.T) {
	a := Choice{Scored{Instances: 10, Features: 3, Noise: 0.5, Seed: 2}, 8, 3}
	s, err := a.Subsets()
	check(t, s, err)
	for i := range s.Instances {
		x := &s.Instances[i]
		_, scores := a.variables(i, 8)
		for d, k := range x.Gold {
			above := 0
			for _, v := range scores {
				if v > scores[d] {
					above++
				}
			}
			if (above < 3) != (k == 1) {
				t.Errorf("%s: item %d with %d above has label %d", x.ID, d, above, k)
			}
		}
	}
	a.Choose = 9
	if _, err = a.Subsets(); err == nil {
		t.Error("9 of 8 items are chosen")
	}
}

// TestCosts: costs are the polynomial of Elmachtoub & Grigas (2022), in steps of 1/unit, and gold
// is the cheapest path. Instances differ in their features alone.
func TestCosts(t *testing.T) {
	a := Grid{Scored{Instances: 30, Features: 5, Noise: 0.5, Degree: 4, Seed: 3}, 5, 5}
	const n = 40
	exact := a
	exact.Noise = 0
	noisy, clean := check(t, a.Paths(), nil), check(t, exact.Paths(), nil)
	var bits [n][5]float64 // of B
	hidden := rand.New(rand.NewPCG(3, 0))
	for d := range bits {
		for j := range bits[d] {
			bits[d][j] = float64(hidden.Uint64N(2))
		}
	}
	wide := 0.0
	for i := range clean.Instances {
		x, y := &clean.Instances[i], &noisy.Instances[i]
		for d := range n {
			index, value := x.Node.Row(d)
			sum := 0.0
			for j, b := range bits[d] {
				sum += b * float64(value[j])
				if value[j] != x.Node.Value[j] {
					t.Fatalf("%s: the features of arc %d are not those of arc 0", x.ID, d)
				}
			}
			want := (math.Pow(sum/math.Sqrt(5)+3, 4) + 1) / math.Pow(3.5, 4)
			if got := x.Costs[2*d+1]; math.Abs(got-want) > 1./unit || x.Costs[2*d] != 0 ||
				len(index) != 6 || index[0] != int32(6*d) || value[5] != 1 {
				t.Errorf("%s: arc %d costs %v in columns %v, want %v", x.ID, d, x.Costs[2*d:][:2], index,
					want)
			}
			factor := y.Costs[2*d+1] / want
			if wide = max(wide, math.Abs(factor-1)); wide > 0.5+1e-3 {
				t.Errorf("%s: arc %d has noise %v", x.ID, d, factor)
			}
		}
		if err := structure.Completable(y); err != nil {
			t.Errorf("%s: %v", y.ID, err)
		}
	}
	if wide < 0.49 {
		t.Errorf("the largest noise is %v of 0.5", wide)
	}
}
