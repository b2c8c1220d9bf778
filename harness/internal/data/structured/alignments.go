package structured

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/sp"
)

// A Story is a text in two languages: a line of tokens for each sentence, and its links.
type Story struct {
	Name                   string
	French, English, Links []byte
}

// AlibiNames are the paths of French sentences, English sentences and links of each story, in
// alphabetical order.
var AlibiNames = strings.Fields(`
	ChatBotte_MasterCat/ChatBotte_sents.txt
	ChatBotte_MasterCat/MasterCat_sents.txt
	ChatBotte_MasterCat/ali_w2w_ChatBotte_MasterCat.txt
	LAuberge_TheInn/LAuberge_sents.txt
	LAuberge_TheInn/TheInn_sents.txt
	LAuberge_TheInn/ali_w2w_LAuberge_TheInn.txt
	LaBarbeBleue_BlueBeard/BlueBeard_sents.txt
	LaBarbeBleue_BlueBeard/LaBarbeBleue_sents.txt
	LaBarbeBleue_BlueBeard/ali_w2w_LaBarbeBleue_BlueBeard.txt
	LaDerniereClasse_TheLastLesson/LaDerniereClasse_sents.txt
	LaDerniereClasse_TheLastLesson/TheLastLesson_sents.txt
	LaDerniereClasse_TheLastLesson/ali_w2w_LaDerniereClasse_TheLastLesson.txt
	LaVision_TheVision/LaVision_sents.txt
	LaVision_TheVision/TheVision_sents.txt
	LaVision_TheVision/ali_w2w_LaVision_TheVision.txt`)

// AlibiStories returns the stories of the files of AlibiNames.
func AlibiStories(contents [][]byte) (stories []Story) {
	for i := 0; i < len(contents); i += 3 {
		s := Story{path.Dir(AlibiNames[i]), contents[i], contents[i+1], contents[i+2]}
		if s.Name == "LaBarbeBleue_BlueBeard" {
			s.French, s.English = s.English, s.French
		}
		stories = append(stories, s)
	}
	return stories
}

// A pair is a pair of sentences, French and English, with the labels of its instance.
type pair struct {
	words [2][]string
	sp.Instance
}

// Groups of columns of both sides.
const (
	wordGroup = iota
	diceGroup
	letterGroup
	placeGroup
)

// Alignments returns the pairs of sentences of stories with at most most words on each side, each
// story a group and a fold. A French word is a variable, and its label is the English word of its
// certain link: label e+1, or 0 for none. The first of several certain links of a word counts, the
// others are possible. The label of a word with possible links alone is not known. Mixed marks
// certain and possible links, for the alignment error rate.
//
// Groups of columns are words found at least eight times; Dice coefficients of both words over all
// stories, from their text without links; their pieces of three letters, of length one; and their
// places.
func Alignments(stories []Story, most int) (*Set, error) {
	all := make([][]pair, len(stories))
	var err error
	for i := range stories {
		if all[i], err = stories[i].pairs(); err != nil {
			return nil, err
		}
	}
	d := newDice(all)
	s := &Set{NodeGroups: d.of[0].number(1), LabelGroups: d.of[1].number(1)}
	for i, pairs := range all {
		for j, p := range pairs {
			if n, m := len(p.words[0]), len(p.words[1]); min(n, m) > 0 && max(n, m) <= most {
				d.features(&p)
				p.ID = stories[i].Name + "-" + strconv.Itoa(j)
				p.Texts = p.words[0]
				s.add(p.Instance, i)
				s.words("none", p.words[1])
				s.Group = append(s.Group, stories[i].Name)
			}
		}
	}
	s.numbered("none")
	return s, nil
}

// pairs reads the sentences and links of a story. Lines have the same number in all three files.
func (s *Story) pairs() (list []pair, err error) {
	french, english, links := lines(s.French), lines(s.English), lines(s.Links)
	if len(french) != len(english) || len(french) != len(links) {
		return nil, fmt.Errorf("%s: %d French and %d English sentences with %d lines of links", s.Name,
			len(french), len(english), len(links))
	}
	for i := range french {
		p := pair{words: [2][]string{tokens(french[i]), tokens(english[i])}}
		n, m := len(p.words[0]), len(p.words[1])
		p.Instance = sp.Instance{Weight: 1, K: m + 1, Gold: make([]int32, n),
			Mixed: make([]float64, n*(m+1)), Structure: &sp.Structure{Kind: sp.Assignment}}
		taken := make([]bool, m)
		for _, link := range tokens(links[i]) {
			var f, e int
			var kind rune
			_, err := fmt.Sscanf(link+" .", "%d%c%d .", &f, &kind, &e)
			if err != nil || kind != '-' && kind != 'p' || min(f, e) < 0 || f >= n || e >= m {
				return nil, fmt.Errorf("%s: line %d: link %q, want two words below %d and %d, joined "+
					"by - or p", s.Name, i+1, link, n, m)
			}
			p.Mixed[f*p.K+e+1] = 1
			switch {
			case kind == '-' && p.Gold[f] <= 0 && !taken[e]:
				p.Gold[f], taken[e] = int32(e)+1, true
			case p.Gold[f] == 0:
				p.Gold[f] = sp.Unknown
			}
		}
		list = append(list, p)
	}
	return list, nil
}

func lines(text []byte) []string {
	return strings.Split(string(bytes.TrimRight(text, "\n")), "\n")
}

// tokens returns the tokens of a line without its number, in lower case.
func tokens(line string) []string {
	_, text, _ := strings.Cut(strings.TrimRight(line, "\r"), "\t")
	return strings.Fields(strings.ToLower(text))
}

// A dice has the counts of words and of pairs of words in pairs of sentences, and the columns of
// both sides.
type dice struct {
	of        [2]*lexicon
	sentences [2]map[string]float64 // with a French word, with an English word
	both      map[[2]string]float64
}

// newDice counts words and their features. A word counts once in a sentence.
func newDice(stories [][]pair) *dice {
	d := &dice{sentences: [2]map[string]float64{{}, {}}, both: map[[2]string]float64{}}
	times := [2]map[string]int{{}, {}}
	for _, p := range slices.Concat(stories...) {
		var types [2]map[string]bool
		for side, words := range p.words {
			types[side] = map[string]bool{}
			for _, w := range words {
				times[side][w]++
				types[side][w] = true
			}
			for w := range types[side] {
				d.sentences[side][w]++
			}
		}
		for f := range types[0] {
			for e := range types[1] {
				d.both[[2]string{f, e}]++
			}
		}
	}
	for side := range d.of {
		l := newLexicon("word", "dice", "letters", "place")
		d.of[side] = l
		l.see(placeGroup, "place")
		for w, n := range times[side] {
			if n >= 8 {
				l.see(wordGroup, w)
			}
		}
		for e := range times[1] { // the same columns on both sides, and so for letters
			l.see(diceGroup, e)
		}
		for _, words := range times {
			for w := range words {
				for piece := range pieces(w) {
					l.see(letterGroup, piece)
				}
			}
		}
	}
	return d
}

// pieces returns the numbers of pieces of three letters, with marks of both ends.
func pieces(word string) map[string]int {
	set, letters := map[string]int{}, []rune("^"+word+"$")
	for i := range max(len(letters)-2, 1) {
		set[string(letters[i:min(i+3, len(letters))])]++
	}
	return set
}

// features sets the rows of both sides. The first label has none.
func (d *dice) features(p *pair) {
	for side, rows := range [2]*sp.Rows{&p.Node, &p.Label} {
		l := d.of[side]
		*rows = sp.Rows{D: l.width, Start: []int32{0}}
		if side == 1 {
			row{}.addTo(rows)
		}
		for i, w := range p.words[side] {
			r, counts, norm := row{}, pieces(w), 0
			l.set(r, wordGroup, w, 1)
			l.set(r, placeGroup, "place", float32((float64(i)+0.5)/float64(len(p.words[side]))))
			for _, n := range counts {
				norm += n * n
			}
			for piece, n := range counts {
				l.set(r, letterGroup, piece, float32(float64(n)/math.Sqrt(float64(norm))))
			}
			if side == 1 {
				l.set(r, diceGroup, w, 1)
			} else {
				for _, e := range p.words[1] {
					l.set(r, diceGroup, e, float32(2*d.both[[2]string{w, e}]/
						(d.sentences[0][w]+d.sentences[1][e])))
				}
			}
			r.addTo(rows)
		}
	}
}
