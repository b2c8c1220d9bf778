package suite

import (
	"math"
	"slices"
	"strings"
	"time"
)

const maxName = 64

var keys = []string{
	"suite", "about", "datasets", "features", "loss", "metrics", "train-loss",
	"learners", "against", "rope", "outputs", "oracle", "budget", "limits", "box", "tune", "seeds", "curve", "reveal", "quick",
}

// suite reads the whole file. What items inherit is filled in at the end, so that
// keys may come in any order.
func (r *reader) suite(root *node) *Suite {
	s := &Suite{
		Name: defaultName(r.source.file), Seeds: Seeds{All: []uint64{1}},
		Metrics: []Metric{{Spec{Name: "hamming", Args: object(nil), Pos: Pos{1, 1}}, "hamming"}}, source: r.source,
	}
	var metrics *node
	var learners, against *field
	var over []*node // parameters to tune; nil: all lists
	features := Spec{Name: "linear", Args: object(nil)}
	var budgets []Budget
	var oracles []oracle
	outputs := []Output{{Spec: Spec{Name: "map", Args: object(nil)}, Label: "map"}}
	var reveal Reveal // of outputs that do not say
	present := map[string]bool{}
	for _, f := range r.fields(root, "a suite", keys) {
		present[f.name] = true
		v := f.value
		switch f.name {
		case "suite":
			s.Name = r.suiteName(f)
		case "about":
			s.About = strings.TrimSpace(r.text(f))
		case "datasets":
			s.Datasets = r.datasets(f)
		case "features":
			features = r.spec(v, "a feature map")
		case "loss":
			if m, ok := r.metric(v, "loss"); ok {
				s.Metrics[0] = m
			}
		case "metrics":
			metrics = v
		case "train-loss":
			s.TrainLoss = r.spec(v, "a loss")
		case "learners":
			learners = &f
		case "against":
			against = &f
		case "rope":
			s.Rope = r.rope(f)
		case "outputs":
			outputs = r.outputs(f)
		case "oracle":
			oracles = r.oracles(f)
		case "budget":
			budgets = r.budgets(v)
		case "limits":
			s.Limits = r.limits(v)
		case "box":
			s.Box = r.box(f)
		case "tune":
			s.Tune, over = r.tuning(v)
		case "seeds":
			s.Seeds = r.seeds(f)
		case "curve":
			s.Curve = r.curve(v)
		case "reveal":
			reveal = r.reveal(f)
		case "quick":
			s.Quick = r.flag(f)
		}
	}
	s.oracles(oracles)
	s.budget(budgets)
	if learners != nil {
		s.Learners = r.learners(*learners, &tuner{on: s.Tune != nil, over: over})
	}
	r.metrics(s, metrics)
	r.missing(root, present)
	s.inherit(features, outputs, reveal)
	r.exceptions(s)
	r.placebos(s)
	r.validates(s)
	if against != nil {
		r.against(s, *against)
	} else if n := len(s.Learners); n > maxPaired {
		r.fail(learners.at, "name one with against: LABEL that all are tested against, or let candidates be chosen from with tune: {}",
			"%d learners: of more than %d not all pairs can be tested", n, maxPaired)
	}
	return s
}

// inherit gives datasets, learners and the loss to learn for what they do not say themselves.
func (s *Suite) inherit(features Spec, outputs []Output, reveal Reveal) {
	if s.TrainLoss.Name == "" {
		s.TrainLoss = s.Metrics[0].Spec
		s.TrainLoss.Pos = Pos{}
	}
	for i := range s.Datasets {
		if s.Datasets[i].Features.Name == "" {
			s.Datasets[i].Features = features
		}
	}
	for i := range s.Learners {
		if s.Learners[i].Outputs == nil {
			s.Learners[i].Outputs = slices.Clone(outputs)
		}
		for o := range s.Learners[i].Outputs {
			if out := &s.Learners[i].Outputs[o]; !out.reveals {
				out.Reveal = reveal
			}
		}
	}
}

// missing reports the absence of a required key, unless another mistake, such
// as a misspelt one, explains it.
func (r *reader) missing(root *node, present map[string]bool) {
	for _, key := range []string{"datasets", "learners"} {
		if !present[key] && len(r.errs) == 0 {
			r.fail(root.at, "add a list "+key+":", "there are no %s", key)
		}
	}
}

// renamed are keys of earlier formats.
var renamed = map[string]string{"margin": "train-loss"}

// fields returns the fields of a mapping with known keys.
func (r *reader) fields(n *node, what string, known []string) []field {
	if n.kind != mapping {
		r.wrong(n, what, "a mapping (key: value)")
		return nil
	}
	for _, f := range n.fields {
		if !slices.Contains(known, f.name) {
			advice := hint(f.name, "keys", known)
			if now := renamed[f.name]; slices.Contains(known, now) {
				advice = "it is called " + now
			}
			r.fail(f.at, advice, "unknown key %s in %s", quote(f.name), what)
		}
	}
	return n.fields
}

func (r *reader) wrong(n *node, what, want string) {
	r.fail(n.at, "", "%s must be %s, not %s", what, want, n.describe())
}

// describe says what a value is.
func (n *node) describe() string {
	switch n.kind {
	case boolean:
		return n.text
	case number:
		return "the number " + n.text
	case text:
		return "the text " + quote(n.text)
	case list:
		return "a list"
	case mapping:
		return "a mapping"
	}
	return "nothing"
}

func (r *reader) text(f field) string {
	if f.value.kind != text || f.value.text == "" {
		r.wrong(f.value, f.name, "a text")
		return ""
	}
	return f.value.text
}

func (r *reader) suiteName(f field) string {
	name := r.text(f)
	bad := strings.IndexFunc(name, func(c rune) bool { return !nameRune(c) }) >= 0
	if bad || len(name) > maxName || strings.HasPrefix(name, ".") {
		r.fail(f.value.at, "", "the name %s becomes part of a folder's name: letters, digits, -, _ and . only, at most %d", quote(name), maxName)
	}
	return name
}

// count reads a positive whole number.
func (r *reader) count(f field) int64 {
	v := r.positive(f)
	if f.value.kind == number && !whole(f.value.number) {
		r.wrong(f.value, f.name, "a whole number")
	}
	return int64(v)
}

func (r *reader) positive(f field) float64 {
	switch v := f.value; {
	case v.kind != number:
		r.wrong(v, f.name, "a number")
	case v.number <= 0:
		r.fail(v.at, "leave "+f.name+" out for no bound", "%s is %s, must be positive", f.name, v.text)
	default:
		return v.number
	}
	return 0
}

func (r *reader) seconds(f field) float64 {
	v := f.value
	if v.kind != text {
		return r.positive(f)
	}
	d, err := time.ParseDuration(v.text)
	if err != nil {
		r.fail(v.at, "write a number of seconds, or units s, m and h: 90s, 5m, 1h30m", "seconds: %s is no duration", quote(v.text))
		return 0
	}
	return r.positive(field{f.name, f.at, &node{kind: number, at: v.at, text: v.text, number: d.Seconds()}})
}

// whole reports whether v is a whole number that float64 holds exactly.
func whole(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < 1<<53 }
