package plan

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// Decoders by message passing take maxima unless the suite sets their rule. This holds for learners
// without probabilities at some of their parameters.
func TestSetRules(t *testing.T) {
	point := func(args string) suite.Spec { return suite.Spec{Name: "l", Args: json.RawMessage(args)} }
	for _, c := range []struct {
		name          string
		probabilities string
		err           error
		points        []suite.Spec
		scaled        bool
	}{
		{"always", sp.Always, nil, []suite.Spec{point(`{"kind":"hinge"}`)}, true},
		{"never", "", nil, []suite.Spec{point(`{}`)}, false},
		{"default", "kind=log,other", nil, []suite.Spec{point(`{}`)}, true},
		{"chosen", "kind=log,other", nil, []suite.Spec{point(`{"kind":"other"}`)}, true},
		{"other", "kind=log", nil, []suite.Spec{point(`{"kind":"hinge"}`)}, false},
		{"grid", "kind=log", nil, []suite.Spec{point(`{"kind":"log"}`), point(`{"kind":"hinge"}`)}, false},
		{"not asked", "", errors.New("it does not start"), []suite.Spec{point(`{}`)}, true},
	} {
		about := wire.Description{Probabilities: c.probabilities,
			Parameters: []param.Parameter{{Name: "kind", Type: "string", Default: json.RawMessage(`"log"`)}}}
		for _, e := range decode.Entries() {
			about.Decoders = append(about.Decoders, wire.Decoder{Name: e.Name, Parameters: e.Params})
		}
		about.Decoders = append(about.Decoders, wire.Decoder{Name: "own"})
		decoders := []suite.Decoder{}
		for _, d := range [][2]string{{"map", `{}`}, {"lbp", `{"sweeps":20}`}, {"trw", `{}`},
			{"lbp", `{"rule":"sum"}`}, {"lbp", `{"log-z":true}`}, {"own", `{}`}} {
			decoders = append(decoders, suite.Decoder{Spec: suite.Spec{Name: d[0], Args: json.RawMessage(d[1])}})
		}
		s := &suite.Suite{
			Learners: []suite.Learner{{Spec: c.points[0], Candidates: c.points, Decoders: decoders}}}
		want := []string{`{}`, `{"sweeps":20}`, `{}`, `{"rule":"sum"}`, `{"log-z":true}`, `{}`}
		reads := []string{"", "takes scores as log-probabilities", "takes scores as log-probabilities",
			"takes scores as log-probabilities", "takes scores as log-probabilities", ""}
		if setRules(s, map[string]*Learner{"l": {About: about, Err: c.err}}); !c.scaled {
			want[1], want[2] = `{"rule":"max","sweeps":20}`, `{"rule":"max"}`
			reads[1], reads[2] = "takes maxima", "takes maxima"
		}
		l := &s.Learners[0]
		if l.Unscaled == c.scaled {
			t.Errorf("%s: scaled %v", c.name, !c.scaled)
		}
		for i, d := range l.Decoders {
			if got := string(d.Args); got != want[i] {
				t.Errorf("%s: %s %s, want %s", c.name, d.Name, got, want[i])
			}
			if got := ReadsScale(&d); got != reads[i] {
				t.Errorf("%s: %s %s: %q, want %q", c.name, d.Name, d.Args, got, reads[i])
			}
		}
		if string(decoders[1].Args) != `{"sweeps":20}` {
			t.Errorf("%s: decoders of other learners changed", c.name)
		}
	}
}

// Kind.Sums says whether twice the scores may have another prediction. A rule or temperature of the
// suite is its own.
func TestReadsScaleOfAll(t *testing.T) {
	for _, k := range decode.Kinds() {
		d := suite.Decoder{Spec: suite.Spec{Name: k.Name, Args: json.RawMessage(`{}`)}}
		if got := ReadsScale(&d); (got != "") != k.Sums {
			t.Errorf("%s: %q", k.Name, got)
		}
	}
	for name, args := range map[string]string{"locpmap": `{"scale":2}`, "sparsemap": `{"temperature":0.5}`} {
		d := suite.Decoder{Spec: suite.Spec{Name: name, Args: json.RawMessage(args)}}
		if got := ReadsScale(&d); got != "" {
			t.Errorf("%s %s: %q", name, args, got)
		}
	}
}
