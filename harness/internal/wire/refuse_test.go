package wire_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/sp"
)

// says: an error has a text.
func says(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v does not say %q", err, text)
	}
}

// bent returns the error of decoding a value after a change.
func bent[V, M any](v V, change func(*V), from func(*V) M, to func(M) (V, error)) error {
	change(&v)
	_, err := to(from(&v))
	return err
}

func TestBadInstances(t *testing.T) {
	for want, bend := range map[string]func(m *pb.Instance){
		"gold labels: 5 bytes":           func(m *pb.Instance) { m.Gold = m.Gold[:5] },
		"gold labels: 1 entries, want 2": func(m *pb.Instance) { m.Gold = m.Gold[:4] },
		"gold label 77":                  func(m *pb.Instance) { m.Gold[0] = 77 },
		"starts: 3 entries, want 21474836": func(m *pb.Instance) {
			m.Node.N, m.Node.D = math.MaxInt32, 0
		},
		"gold labels: 2 entries, want 214": func(m *pb.Instance) {
			m.Node = &pb.Rows{N: math.MaxInt32}
		},
		"0 entries, want 4611686": func(m *pb.Instance) {
			m.Node = &pb.Rows{N: math.MaxInt32, D: math.MaxInt32}
		},
		"negative size":                 func(m *pb.Instance) { m.Node.N = -1 },
		"want 0":                        func(m *pb.Instance) { m.Node = nil },
		"starts: 2 entries, want 3":     func(m *pb.Instance) { m.Node.Start = m.Node.Start[4:] },
		"both dense and sparse":         func(m *pb.Instance) { m.Node.Dense = []byte{0, 0, 0, 0} },
		"dense rows with sparse parts":  func(m *pb.Instance) { m.Node.Sparse = false },
		"chain must not list its edges": func(m *pb.Instance) { m.Edges = make([]byte, 8) },
		"3 ends": func(m *pb.Instance) {
			m.Chain, m.Edges = false, make([]byte, 12)
		},
		"joins 0 and 0": func(m *pb.Instance) {
			m.Chain, m.Edges = false, make([]byte, 8)
		},
		"variable 1 is out of order": func(m *pb.Instance) { m.AllowedStart[4] = 9 },
		"is out of order": func(m *pb.Instance) {
			copy(m.AllowedStart[4:], "\xff\xff\xff\xff")
		},
		"do not span": func(m *pb.Instance) { m.Allowed = m.Allowed[:4] },
		"do not span the 2": func(m *pb.Instance) {
			copy(m.AllowedStart, "\xff\xff\xff\xff")
		},
		"grid of -1×-2": func(m *pb.Instance) { m.Rows, m.Columns = -1, -2 },
		"weight NaN":    func(m *pb.Instance) { m.Weight = math.NaN() },
		"0 labels":      func(m *pb.Instance) { m.K = 0 },
	} {
		m := wire.FromInstance(&instances()[1])
		bend(m)
		_, err := wire.ToInstance(m)
		says(t, err, want)
		says(t, err, `"sparse ones"`)
	}
}

func TestBadPredictions(t *testing.T) {
	for want, bend := range map[string]func(p *sp.Prediction){
		"labels: 2 entries, want 3": func(p *sp.Prediction) { p.Labels = p.Labels[:2] },
		"label 2 of variable 0":     func(p *sp.Prediction) { p.Labels = []int32{2, 0, 0} },
		"label -1 of variable 2":    func(p *sp.Prediction) { p.Labels = []int32{0, 0, -1} },
		"marginals of variable 1": func(p *sp.Prediction) {
			p.Marginal = []float64{0, 1, 0.5, 0.6, 0, 1}
		},
		"NaN, not a probability": func(p *sp.Prediction) {
			p.Marginal = []float64{0, 1, 0, 1, math.NaN(), 1}
		},
		"-0.5, not a probability": func(p *sp.Prediction) {
			p.Marginal = []float64{0, 1, -0.5, 1.5, 0, 1}
		},
		"marginals: 5 entries, want 6":  func(p *sp.Prediction) { p.Marginal = p.Marginal[:5] },
		"log Z is +Inf":                 func(p *sp.Prediction) { p.LogZ = math.Inf(1) },
		"weights of atoms: they sum to": func(p *sp.Prediction) { p.Atoms = p.Atoms[:1] },
		"atom 0: labels: 1 entries": func(p *sp.Prediction) {
			p.Atoms = []sp.Atom{{Weight: 1, Labels: []int32{1}}}
		},
	} {
		says(t, bent(prediction, bend, wire.FromPrediction, toPrediction), want)
	}
}

func TestBadEvents(t *testing.T) {
	for want, bend := range map[string]func(c *sp.Stamped){
		"no weights":           func(c *sp.Stamped) { c.Weights = nil },
		"weight 0 of 1 is NaN": func(c *sp.Stamped) { c.Weights = []float64{math.NaN()} },
		"negative counts":      func(c *sp.Stamped) { c.Counts.Clamped = -1 },
		"above 2^53":           func(c *sp.Stamped) { c.Counts.Sweeps = 1<<53 + 1 },
		"lambda -1":            func(c *sp.Stamped) { c.Objective = &sp.Objective{Lambda: -1} },
		"lambda NaN": func(c *sp.Stamped) {
			c.Objective = &sp.Objective{Lambda: math.NaN()}
		},
		"name of 65 bytes": func(c *sp.Stamped) {
			c.Values = map[string]float64{strings.Repeat("a", 65): 1}
		},
		"65 values": func(c *sp.Stamped) {
			c.Values = map[string]float64{}
			for i := range 65 {
				c.Values[fmt.Sprint(i)] = 1
			}
		},
	} {
		says(t, bent(stamped, bend, wire.FromStamped, wire.ToStamped), want)
	}
	for want, bend := range map[string]func(s *sp.Saved){
		"a state of 0 bytes": func(s *sp.Saved) { s.State = nil },
		"negative counts":    func(s *sp.Saved) { s.Counts.MAP = -1 },
	} {
		says(t, bent(saved, bend, wire.FromSaved, wire.ToSaved), want)
	}
	for want, bend := range map[string]func(d [][]sp.Atom) [][]sp.Atom{
		"there are more":      func(d [][]sp.Atom) [][]sp.Atom { return d[:2] },
		"there are only 3":    func(d [][]sp.Atom) [][]sp.Atom { return append(d, d[0]) },
		`"part": no labeling`: func(d [][]sp.Atom) [][]sp.Atom { return [][]sp.Atom{d[0], d[1], nil} },
		`"chain": atom 0`:     func(d [][]sp.Atom) [][]sp.Atom { return [][]sp.Atom{d[1], d[1], d[2]} },
		`"chain": weights of atoms: they`: func(d [][]sp.Atom) [][]sp.Atom {
			return [][]sp.Atom{d[0][:1], d[1], d[2]}
		},
	} {
		says(t, bent(done, func(d *sp.Done) { d.Dual = bend(d.Dual[:3:3]) }, wire.FromDone, toDone), want)
	}
}

// Every count has the bounds.
func TestBadCounts(t *testing.T) {
	for i := range reflect.TypeFor[sp.Counts]().NumField() {
		for want, n := range map[string]int64{"negative counts": -1, "above 2^53": 1<<53 + 1} {
			s := saved
			reflect.ValueOf(&s.Counts).Elem().Field(i).SetInt(n)
			_, err := wire.ToSaved(wire.FromSaved(&s))
			says(t, err, want)
		}
	}
}

func TestBadRequests(t *testing.T) {
	for want, bend := range map[string]func(r *wire.PredictRequest){
		"index 4 into 4":        func(r *wire.PredictRequest) { r.Indices = []int32{4} },
		"weight 0 of 1 is +Inf": func(r *wire.PredictRequest) { r.Weights = []float64{math.Inf(1)} },
		"index -1 into 4":       func(r *wire.PredictRequest) { r.Indices = []int32{-1} },
		"wire: no weights":      func(r *wire.PredictRequest) { r.Weights = nil },
	} {
		says(t, bent(predict, bend, wire.FromPredictRequest, toPredict), want)
	}
}

// A description of tens of thousands of entries is refused before it costs seconds.
func TestBadDescriptions(t *testing.T) {
	for want, m := range map[string]*pb.Description{
		"without a name":                {},
		"a description of 120000 bytes": {Decoders: make([]*pb.Decoder, 60_000)},
		"a description of 66012 bytes": {Parameters: []*pb.Parameter{{Enum: make([]string, 33_000),
			Name: "x"}}, Name: "two"}, // bytes above the limit of 65536
		`two decoders are called ""`: {Name: "x", Decoders: make([]*pb.Decoder, 32_700)}, // below it
		`parameter "most": default ""`: {Name: "x", Parameters: []*pb.Parameter{{Name: "most",
			Enum: make([]string, 1000)}}},
		`parameter "a": default "" is not`: {Name: "x", Parameters: []*pb.Parameter{{Name: "a"}}},
		`decoder "d": wire: parameter "a"`: {Name: "x", Decoders: []*pb.Decoder{{Name: "d",
			Parameters: []*pb.Parameter{{Name: "a"}}}}},
		`two decoders are called "d"`: {Name: "x", Decoders: []*pb.Decoder{{Name: "d"}, {Name: "d"}}},
	} {
		_, err := wire.ToDescription(m)
		says(t, err, want)
	}
}

// An instance fits a setting with its own three sizes only.
func TestSizesOfInstances(t *testing.T) {
	x := &instances()[2]
	own := wire.Setting{K: x.K, NodeWidth: x.Node.D, EdgeWidth: x.Edge.D}
	for want, bend := range map[string]func(s *wire.Setting){
		"2 labels, the setting 3":                func(s *wire.Setting) { s.K++ },
		"1 features per variable, the setting 2": func(s *wire.Setting) { s.NodeWidth++ },
		"2 features per edge, the setting 3":     func(s *wire.Setting) { s.EdgeWidth++ },
	} {
		s := own
		if err := s.Fits(x); err != nil {
			t.Error(err)
		}
		bend(&s)
		says(t, s.Fits(x), want)
	}
}

// TestPredictionsAreInTheirStructure: a tree without a root, or with two, is refused, also as an
// atom.
func TestPredictionsAreInTheirStructure(t *testing.T) {
	x := &sp.Instance{ID: "tree", Weight: 1, K: 3, Node: sp.Rows{N: 2, D: 1, Dense: []float32{1, 1}},
		Structure: &sp.Structure{Kind: sp.Arborescence, Single: true}}
	made := func(p sp.Prediction) error {
		_, err := wire.ToPrediction(wire.FromPrediction(&p), x)
		return err
	}
	if err := made(sp.Prediction{Labels: []int32{0, 1}}); err != nil {
		t.Error(err)
	}
	says(t, made(sp.Prediction{Labels: []int32{2, 1}}), "arborescence")
	says(t, made(sp.Prediction{Labels: []int32{0, 0}}), "arborescence")
	says(t, made(sp.Prediction{Labels: []int32{0, 1},
		Atoms: []sp.Atom{{Weight: 1, Labels: []int32{2, 1}}}}), "atom 0")
}
