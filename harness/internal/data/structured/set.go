// Package structured reads and generates instances with structures: dependency trees ([Trees]),
// word alignments ([Alignments]), rows of different digits ([Rows]), paths ([Grid]) and subsets
// ([Choice]). All are functions of their arguments alone, equal on every machine.
package structured

import (
	"maps"
	"slices"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

// A Set is a list of instances with what a dataset says of them. Instances may have fewer labels
// than K.
type Set struct {
	K, Width  int
	Labels    []string
	Instances []sp.Instance
	Fold      []int
	Group     []string // nil: no groups

	// groups of the columns of variables and labels, as the feature map "candidates" reads them
	NodeGroups, LabelGroups []string

	LabelTexts [][]string // of each instance; nil: as in Labels
}

// words names the labels of the next instance by numbered words. Label 0 has another name.
func (s *Set) words(none string, labels []string) {
	names := []string{none}
	for i, w := range labels {
		names = append(names, strconv.Itoa(i+1)+" "+w)
	}
	s.LabelTexts = append(s.LabelTexts, names)
}

// add adds an instance to a fold.
func (s *Set) add(x sp.Instance, fold int) {
	s.Instances, s.Fold = append(s.Instances, x), append(s.Fold, fold)
	s.K, s.Width = max(s.K, x.K), x.Node.D
}

// numbered names the labels by their numbers, but for label 0.
func (s *Set) numbered(first string) {
	s.Labels = []string{first}
	for k := 1; k < s.K; k++ {
		s.Labels = append(s.Labels, strconv.Itoa(k))
	}
}

// A lexicon numbers the columns of groups by their names, in alphabetical order within a group.
type lexicon struct {
	names  []string
	groups []map[string]int32
	width  int // the number of columns
}

// newLexicon returns a lexicon of groups without columns.
func newLexicon(names ...string) *lexicon {
	l := &lexicon{names: names}
	for range names {
		l.groups = append(l.groups, map[string]int32{})
	}
	return l
}

// see adds a column, or counts it once more.
func (l *lexicon) see(group int, name string) { l.groups[group][name]++ }

// number numbers the columns that were seen at least least times. It returns the groups, as the
// feature map "candidates" reads them.
func (l *lexicon) number(least int32) (groups []string) {
	for g, names := range l.groups {
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if names[name] < least {
				delete(names, name)
				continue
			}
			names[name] = int32(l.width)
			l.width++
		}
		groups = append(groups, l.names[g]+"="+strconv.Itoa(l.width))
	}
	return groups
}

// A row is a row of features in the making.
type row map[int32]float32

// addTo appends the row to rows.
func (r row) addTo(rows *sp.Rows) {
	for _, j := range slices.Sorted(maps.Keys(r)) {
		rows.Index, rows.Value = append(rows.Index, j), append(rows.Value, r[j])
	}
	rows.N++
	rows.Start = append(rows.Start, int32(len(rows.Index)))
}

// set sets a column of a group if it has a number.
func (l *lexicon) set(r row, group int, name string, value float32) {
	if j, ok := l.groups[group][name]; ok {
		r[j] = value
	}
}
