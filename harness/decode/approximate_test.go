package decode_test

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// pottsGrid is a 4-connected grid with rewards for agreement.
func pottsGrid(rows, columns, k int, strength float64) *sp.Potentials {
	r := pcg(1, 1)
	p := &sp.Potentials{K: k, Edges: sp.GridEdges(rows, columns)}
	for range rows * columns * k {
		p.Node = append(p.Node, r.NormFloat64())
	}
	for range p.Edges {
		p.Pair.Potts = append(p.Pair.Potts, strength*r.Float64())
	}
	return p
}

func decodeWith(t *testing.T, name, args string, p *sp.Potentials) *sp.Prediction {
	t.Helper()
	var out sp.Prediction
	d, err := decode.New(name, []byte(args))
	if err == nil {
		h := help
		if side := int(math.Sqrt(float64(p.N()))); side*side == p.N() {
			h.Shape = [2]int{side, side}
		}
		err = d.Decode(&out, p, h)
	}
	if err != nil {
		t.Fatalf("%s %s: %v", name, args, err)
	}
	return &out
}

// TestLocalPerturbAndMAPOfOneBlock: one block of all variables samples from the model.
func TestLocalPerturbAndMAPOfOneBlock(t *testing.T) {
	p := pottsGrid(1, 3, 2, 2)
	var mu sp.Marginals
	must(oracle.NewChain().Marginals(&mu, p))(t)
	d := must(decode.New("locpmap", []byte(`{"draws": 20000, "block": "1x3"}`)))(t)
	var out sp.Prediction
	check(t, d.Decode(&out, p, decode.Help{Key: help.Key, Shape: [2]int{1, 3}}))
	for i, q := range out.Marginal {
		if math.Abs(q-mu.Node[i]) > 0.015 {
			t.Errorf("entry %d: %v, want %v", i, q, mu.Node[i])
		}
	}
}

// TestSamplesWithoutNoiseAreICM: without noise and dropped scores, samples are ICM. locpmap
// starts at random, icm-iter as icm does.
func TestSamplesWithoutNoiseAreICM(t *testing.T) {
	p := pottsGrid(4, 4, 3, 1)
	if a, b := decodeWith(t, "icm-iter", `{"share": 0}`, p), decodeWith(t, "icm", "",
		p); !reflect.DeepEqual(a.Labels, b.Labels) {
		t.Errorf("icm-iter %v, icm %v", a.Labels, b.Labels)
	}
	var s local.State
	s.Reset(p)
	for _, seed := range []uint64{1, 2, 3} {
		key := perturb.NewKey(seed, "x")
		d := must(decode.New("locpmap", []byte(`{"draws": 1, "scale": 0}`)))(t)
		var out sp.Prediction
		check(t, d.Decode(&out, p, decode.Help{Key: key}))
		s.Draw(key, 1<<32)
		s.ICM(100)
		if !reflect.DeepEqual(out.Labels, s.Y) {
			t.Errorf("locpmap %v, ICM %v", out.Labels, s.Y)
		}
	}
	// If everything is dropped, node scores have no influence.
	flat := *p
	flat.Node = make([]float64, len(p.Node))
	for i := range 3 {
		flat.Node[i], p.Node[i] = math.Inf(-1), math.Inf(-1)
	}
	flat.Node[1], p.Node[1] = 0, 0
	a, b := decodeWith(t, "icm-iter", `{"share": 1, "draws": 1, "sweeps": 100}`, p),
		p.Score(decodeWith(t, "icm-iter", `{"share": 1}`, p).Labels)
	if a.Labels[0] != 1 || math.IsInf(b, -1) {
		t.Errorf("a forbidden label is chosen: %v", a.Labels)
	}
}

// TestDecodersForget: a prediction depends on the scores and the key alone, not on earlier
// decoding.
func TestDecodersForget(t *testing.T) {
	p, other := pottsGrid(4, 4, 2, 1), pottsGrid(3, 5, 3, 2)
	for _, k := range decode.Kinds() {
		if k.Oracle {
			continue
		}
		fresh := decodeWith(t, k.Name, "", p)
		d := must(decode.New(k.Name, nil))(t)
		out := sp.Prediction{NotConverged: true}
		if err := d.Decode(&out, other, help); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			t.Fatal(err)
		}
		h := help
		h.Shape = [2]int{4, 4}
		if err := d.Decode(&out, p, h); err != nil || !reflect.DeepEqual(&out, fresh) {
			t.Errorf("%s after another instance: %v, %v", k.Name, out, err)
		}
	}
}

// TestUnsupported: a decoder rejects an unsuitable instance as unsupported, with a reason.
func TestUnsupported(t *testing.T) {
	many, mixed, table := pottsGrid(4, 4, 9, 1), pottsGrid(4, 4, 2, 1), pottsGrid(4, 4, 2, 0)
	mixed.Pair.Potts[3] = -1
	table.Pair = sp.Pair{Table: []float64{0, 1, 1, 0}}
	for _, test := range []struct {
		name, args string
		p          *sp.Potentials
		want       string
	}{
		{"cut", "", many, "9 labels"},
		{"qpbo", "", many, "9 labels"},
		{"cut", "", mixed, "edge 3"},
		{"cut", "", table, "edge 0"},
		{"expansion", "", mixed, "edge 3"},
		{"expansion", "", table, "table"},
		{"locpmap", `{"block": "2x2"}`, many, "more than 4096 configurations"},
	} {
		d := must(decode.New(test.name, []byte(test.args)))(t)
		var out sp.Prediction
		h := help
		h.Shape = [2]int{4, 4}
		if err := d.Decode(&out, test.p, h); !errors.Is(err, errors.ErrUnsupported) ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v does not say %q", test.name, err, test.want)
		}
	}
}
