package feature

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// CandidatesName is the name of the feature map of variables with labels of their own.
const CandidatesName = "candidates"

var candidatesKind = kind{
	Name: CandidatesName, Doc: "weights shared by all labels, for features of a variable and a " +
		"label together, such as a word and its head: pairs of their columns, distance, likeness",
	new: func() options { return &CandidateOptions{Distance: true, Bits: 18} },
}

// CandidateOptions are the arguments of the feature map "candidates". A group is a range of
// columns of the node rows or of the label rows, such as the forms of words.
type CandidateOptions struct {
	// Node has the groups of the columns of variables in order, each with the column behind its
	// last; nil: those of the dataset.
	Node []string `json:"node" help:"groups of columns of variables with their ends: form=900"`
	// Label has those of labels; nil: those of the dataset, or those of variables.
	Label []string `json:"label" help:"groups of columns of labels, default: as of variables"`
	// Cross has a weight for each pair of columns of two groups, a variable's and a label's; nil:
	// all pairs of groups. The weights of Near also depend on direction and distance.
	Cross []string `json:"cross" help:"pairs of groups with weights: form*tag; default: all"`
	Near  []string `json:"near" help:"pairs of groups with weights by distance"`
	Dot   []string `json:"dot" help:"groups with a weight for the product of their rows"`

	Distance bool `json:"distance" help:"weights for direction and distance of label and variable"`
	// Position is a group of one column, a place from 0 to 1.
	Position string `json:"position" help:"group of one column: weights for distance of places"`
	Bits     int    `json:"bits" range:"[4,26]" help:"pairs share 2^bits weights by a fixed hash"`
}

// WithGroups returns arguments of the feature map "candidates" with the groups of a dataset,
// unless they have groups of their own.
func WithGroups(args []byte, node, label []string) ([]byte, error) {
	all := map[string]any{}
	if len(args) > 0 {
		if err := json.Unmarshal(args, &all); err != nil {
			return nil, fmt.Errorf("feature: candidates: %w", err)
		}
	}
	for key, groups := range map[string][]string{"node": node, "label": label} {
		if all[key] == nil && len(groups) > 0 {
			all[key] = groups
		}
	}
	return json.Marshal(all)
}

// A group is a range of columns.
type group struct {
	name   string
	lo, hi int32
}

// groupsOf reads groups such as form=900.
func groupsOf(texts []string) (list []group, err error) {
	lo := int32(0)
	for _, text := range texts {
		name, end, _ := strings.Cut(text, "=")
		hi, err := strconv.ParseInt(end, 10, 32)
		if err != nil || name == "" || strings.Contains(name, "*") || int32(hi) < lo {
			return nil, fmt.Errorf("group %q, want NAME=END with ascending ends", text)
		}
		list, lo = append(list, group{name, lo, int32(hi)}), int32(hi)
	}
	return list, nil
}

func (o *CandidateOptions) featureMap(d Dims, seen []int32) (sp.FeatureMap, error) {
	if seen != nil {
		return nil, fmt.Errorf("feature: candidates: a list of seen weights, but all are shared")
	}
	c, err := newCandidates(o, d)
	if err != nil {
		return nil, fmt.Errorf("feature: candidates: %w", err)
	}
	return c, nil
}

func newCandidates(o *CandidateOptions, d Dims) (c *Candidates, err error) {
	c = &Candidates{shift: 64 - uint(o.Bits), bias: 1 << o.Bits, distance: o.Distance, position: -1,
		pool: &sync.Pool{New: func() any { return new(candidateWork) }}}
	if c.node, err = groupsOf(o.Node); err == nil {
		c.label, err = groupsOf(o.Label)
	}
	if err != nil {
		return nil, err
	}
	if len(c.node) == 0 { // arguments alone, or a dataset without groups
		c.node = []group{{"node", 0, int32(d.Node)}}
	}
	if len(c.label) == 0 {
		c.label = c.node
	}
	if last := c.node[len(c.node)-1].hi; d.Node > 0 && int(last) != d.Node {
		return nil, fmt.Errorf("groups of %d columns of variables, there are %d", last, d.Node)
	}
	cross := o.Cross
	if cross == nil {
		for _, n := range c.node {
			for _, l := range c.label {
				cross = append(cross, n.name+"*"+l.name)
			}
		}
	}
	for i, text := range slices.Concat(cross, o.Near) {
		p, err := c.pairOf(o, text)
		if err != nil {
			return nil, err
		}
		p.near, p.salt = i >= len(cross), mix(uint64(i)+1)
		c.pairs = append(c.pairs, p)
	}
	return c, c.setValues(o)
}

// setValues sets the groups with a weight of their own, and the places of weights.
func (c *Candidates) setValues(o *CandidateOptions) (err error) {
	c.dim = c.bias + 1
	if c.distance {
		c.dim += distances
	}
	if o.Position != "" {
		c.position = c.dim
		c.dim += places + 1
		c.place, err = c.pairOf(o, o.Position+"*"+o.Position)
	}
	c.dots = c.dim
	for _, name := range o.Dot {
		p, wrong := c.pairOf(o, name+"*"+name)
		c.dot, err = append(c.dot, p), cmp.Or(err, wrong)
	}
	c.dim += len(c.dot)
	return err
}

// pairOf returns the groups of a pair such as form*tag.
func (c *Candidates) pairOf(o *CandidateOptions, text string) (p pair, err error) {
	left, right, ok := strings.Cut(text, "*")
	if !ok {
		return p, fmt.Errorf("pair %q, want two groups, such as form*tag", text)
	}
	p.node, err = o.find(c.node, left)
	if err == nil {
		p.label, err = o.find(c.label, right)
	}
	return p, err
}

// find returns the index of the group of that name. Arguments without groups, before there is a
// dataset, are not looked up.
func (o *CandidateOptions) find(list []group, name string) (int, error) {
	var names []string
	for i, g := range list {
		if g.name == name {
			return i, nil
		}
		names = append(names, g.name)
	}
	if o.Node == nil {
		return 0, nil
	}
	return 0, param.Unknown("group", name, names)
}
