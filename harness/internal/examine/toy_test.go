package examine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/serve"
	"github.com/spbench/spbench/harness/sp"
)

// A toy is a structured perceptron with scores of its own: a bias for each label, which the feature
// map does not have, and the scores of the map. Its params are the K biases and then the weights.
// Its own decoder takes an argument.
type toy struct {
	Passes int  `json:"passes" range:"[1,1000]" help:"passes over the training set"`
	Halves bool `json:"halves" help:"begin each pass with the mean of the second half of the one before"`
	mode   string
}

// soft are the arguments of the decoder "soft".
type soft struct {
	Temperature float64 `json:"temperature" range:"(0,inf)" help:"what node scores are divided by"`
}

func serveToy(mode string) {
	serve.Main(learner.Info{
		Name: "toy", Doc: "Structured perceptron with a bias for each label.",
		Resumable: learner.Always,
		Decoders: []learner.Decoder{{Name: "soft", Doc: "label by label, with probabilities",
			Params: param.Of(&soft{Temperature: 1})}},
	}, func() learner.Learner {
		return &toy{Passes: 20, Halves: mode == "averages half passes",
			mode: mode}
	})
}

func (l *toy) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train) == 0 {
		return fmt.Errorf("toy: no instance has all its labels: %w", errors.ErrUnsupported)
	}
	if err := t.Graphs(); err != nil { // with a structure the number of labels differs
		return err
	}
	k, at := t.Train[0].K, 0
	params := make([]float64, k+t.Map.Dim())
	var p sp.Potentials
	halves := half{sum: make([]float64, len(params))}
	step := func() error {
		x := &t.Train[at%len(t.Train)]
		s, err := t.Solver(x)
		if err != nil {
			return err
		}
		if err := l.Potentials(t, &p, params, x); err != nil {
			return err
		}
		y := make([]int32, x.N())
		if _, err := s.MAP(y, &p); err != nil {
			return err
		}
		for d := range y {
			params[x.Gold[d]]++
			params[y[d]]--
		}
		w := params[k:]
		t.Map.Add(w, 1, x, x.Gold)
		t.Map.Add(w, -1, x, y)
		for _, j := range t.Map.NonNegative() {
			w[j] = max(w[j], 0)
		}
		at++
		if l.Halves {
			halves.add(params, at, len(t.Train))
		}
		return nil
	}
	parts := []any{&at, &params}
	if l.mode == "" {
		parts = append(parts, &halves.sum, &halves.n)
	}
	return learner.Steps(t, emit, l.Passes*len(t.Train), step,
		func() sp.Checkpoint { return sp.Checkpoint{Weights: params} }, parts...)
}

// A half is the sum of the iterates of the second half of a pass. The next pass begins with their
// mean. If the state lacks the sum, this shows only if a fit is cut in that half.
type half struct {
	sum []float64
	n   int
}

func (h *half) add(params []float64, at, pass int) {
	if at %= pass; at != 0 && 2*at < pass {
		return
	}
	h.n++
	for j, v := range params {
		h.sum[j] += v
	}
	if at == 0 {
		for j, v := range h.sum {
			params[j] = v / float64(h.n)
		}
		clear(h.sum)
		h.n = 0
	}
}

// Potentials implements learner.Scorer.
func (l *toy) Potentials(t *sp.Task, p *sp.Potentials, params []float64, x *sp.Instance) error {
	if want := x.K + t.Map.Dim(); len(params) != want {
		return fmt.Errorf("toy: %d weights, want %d", len(params), want)
	}
	t.Map.Potentials(p, params[x.K:], x)
	for i := range p.Node {
		p.Node[i] += params[i%x.K]
	}
	return nil
}

// Predict implements learner.Predictor.
func (l *toy) Predict(_ context.Context, t *sp.Task, params []float64, x *sp.Instance,
	decoder sp.Spec) (out sp.Prediction, err error) {
	args := soft{Temperature: 1}
	if err := learner.Decode(&args, decoder.Args); err != nil {
		return out, err
	}
	var p sp.Potentials
	if err := l.Potentials(t, &p, params, x); err != nil {
		return out, err
	}
	p.Restrict(x)
	out = sp.Prediction{Labels: make([]int32, x.N()), Marginal: make([]float64, len(p.Node))}
	for d := range out.Labels {
		row := p.Node[d*x.K:][:x.K]
		top, sum := slices.Max(row), 0.0
		for k, s := range row {
			q := math.Exp((s - top) / args.Temperature)
			if s == top {
				out.Labels[d] = int32(k)
			}
			out.Marginal[d*x.K+k], sum = q, sum+q
		}
		for k := range row {
			out.Marginal[d*x.K+k] /= sum
		}
	}
	return out, nil
}

// Arguments reach the decoders of a learner, and what they may be reaches the harness.
func TestDecodersTakeArguments(t *testing.T) {
	l, err := host.Open(t.Context(), sourceOf(t, "toy", ""), host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	decoders := l.Describe().Decoders
	own := decoders[len(decoders)-1]
	if own.Name != "soft" || len(own.Parameters) != 1 || own.Parameters[0].Name != "temperature" ||
		own.Parameters[0].Range != "(0,inf)" {
		t.Errorf("described as %+v", own)
	}
	x := sp.Instance{ID: "x", Weight: 1, K: 2, Gold: []int32{sp.Unknown},
		Node: sp.Rows{N: 1, D: 1, Dense: []float32{1}}}
	if err := l.Load(t.Context(), host.Test, []sp.Instance{x}); err != nil {
		t.Fatal(err)
	}
	ask := func(args string) (float64, error) {
		preds, err := l.Predict(t.Context(), wire.PredictRequest{
			Setting: wire.Setting{Map: sp.Spec{Name: "linear", Args: []byte(`{"pairs":"none"}`)},
				K: 2, NodeWidth: 1, Loss: sp.Spec{Name: loss.Names()[0]}},
			Weights: []float64{1, 0, 0, 0}, Indices: []int32{0},
			Decoder: sp.Spec{Name: "soft", Args: []byte(args)},
		})
		if err != nil {
			return 0, err
		}
		return preds[0].Marginal[0], nil
	}
	for args, want := range map[string]float64{"": 1 / (1 + math.Exp(-1)),
		`{"temperature":4}`: 1 / (1 + math.Exp(-0.25))} {
		if got, err := ask(args); err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: probability %v, want %v; %v", args, got, want, err)
		}
	}
	if _, err := ask(`{"temprature":4}`); !errors.Is(err, sp.ErrParams) {
		t.Errorf("an argument that there is not: %v", err)
	}
}
