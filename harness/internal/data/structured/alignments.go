package structured

import (
	"bytes"
	"fmt"
	"math"
	"path"
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

// A pair is a pair of sentences.
type pair struct {
	french, english []string
	certain         []int32  // of each French word; −1: none
	possible        [][]bool // of each French word, English words with a certain or possible link
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
	node := newLexicon("word", "dice", "letters", "place")
	label := newLexicon("word", "dice", "letters", "place")
	d := newDice(all, node, label)
	s := &Set{NodeGroups: node.number(1), LabelGroups: label.number(1)}
	for i, pairs := range all {
		for j := range pairs {
			p := &pairs[j]
			if n, m := len(p.french), len(p.english); min(n, m) > 0 && max(n, m) <= most {
				x := d.instance(p)
				x.ID = stories[i].Name + "-" + strconv.Itoa(j)
				s.add(x, i)
				s.words("none", p.french, p.english)
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
		p := pair{french: tokens(french[i]), english: tokens(english[i])}
		for range p.french {
			p.certain = append(p.certain, -1)
			p.possible = append(p.possible, make([]bool, len(p.english)))
		}
		taken := make([]bool, len(p.english))
		for _, link := range tokens(links[i]) {
			at := strings.IndexAny(link, "-p")
			f, err1 := strconv.Atoi(link[:max(at, 0)])
			e, err2 := strconv.Atoi(link[at+1:])
			if at < 0 || err1 != nil || err2 != nil || f >= len(p.french) || e >= len(p.english) {
				return nil, fmt.Errorf("%s: line %d: link %q, want two words below %d and %d, joined "+
					"by - or p", s.Name, i+1, link, len(p.french), len(p.english))
			}
			p.possible[f][e] = true
			if link[at] == '-' && p.certain[f] < 0 && !taken[e] {
				p.certain[f], taken[e] = int32(e), true
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

// A dice has the counts of words and of pairs of words in pairs of sentences.
type dice struct {
	node, label *lexicon
	sentences   [2]map[string]float64 // with a French word, with an English word
	both        map[[2]string]float64
}

// newDice counts words and their features. A word counts once in a sentence.
func newDice(stories [][]pair, node, label *lexicon) *dice {
	d := &dice{node, label, [2]map[string]float64{{}, {}}, map[[2]string]float64{}}
	times := [2]map[string]int{{}, {}}
	for _, pairs := range stories {
		for _, p := range pairs {
			words := [2][]string{p.french, p.english}
			var types [2]map[string]bool
			for side := range words {
				types[side] = map[string]bool{}
				for _, w := range words[side] {
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
	}
	for side, l := range []*lexicon{node, label} {
		l.see(placeGroup, "place")
		for w, n := range times[side] {
			if n >= 8 {
				l.see(wordGroup, w)
			}
			for piece := range pieces(w) {
				node.see(letterGroup, piece) // the same columns on both sides
				label.see(letterGroup, piece)
			}
		}
	}
	for e := range times[1] {
		node.see(diceGroup, e)
		label.see(diceGroup, e)
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

// common sets the columns of a word that both sides have.
func common(l *lexicon, r row, w string, place float64) {
	l.set(r, wordGroup, w, 1)
	l.set(r, placeGroup, "place", float32(place))
	counts, norm := pieces(w), 0
	for _, n := range counts {
		norm += n * n
	}
	for piece, n := range counts {
		l.set(r, letterGroup, piece, float32(float64(n)/math.Sqrt(float64(norm))))
	}
}

func (d *dice) instance(p *pair) sp.Instance {
	n, m := len(p.french), len(p.english)
	x := sp.Instance{Weight: 1, K: m + 1, Node: sp.Rows{D: d.node.width, Start: []int32{0}},
		Label:     sp.Rows{D: d.label.width, Start: []int32{0}},
		Structure: &sp.Structure{Kind: sp.Assignment}, Mixed: make([]float64, n*(m+1))}
	row{}.addTo(&x.Label) // none
	for e, w := range p.english {
		r := row{}
		d.label.set(r, diceGroup, w, 1)
		common(d.label, r, w, (float64(e)+0.5)/float64(m))
		r.addTo(&x.Label)
	}
	for f, w := range p.french {
		r := row{}
		for _, e := range p.english {
			d.node.set(r, diceGroup, e, float32(2*d.both[[2]string{w, e}]/
				(d.sentences[0][w]+d.sentences[1][e])))
		}
		common(d.node, r, w, (float64(f)+0.5)/float64(n))
		r.addTo(&x.Node)
		gold := p.certain[f] + 1
		for e, yes := range p.possible[f] {
			if yes {
				x.Mixed[f*x.K+e+1] = 1
				if gold == 0 {
					gold = sp.Unknown
				}
			}
		}
		x.Gold = append(x.Gold, gold)
	}
	return x
}
