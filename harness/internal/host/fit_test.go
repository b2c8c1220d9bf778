package host_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

func TestFailuresOfFit(t *testing.T) {
	tests := []struct {
		mode  string
		kind  error
		want  []string
		lives bool // the process can be used afterwards
	}{
		{"panic", sp.ErrPanic, []string{"panic: planted", "main_test.go"}, true},
		{"unsupported", host.ErrUnsupported, []string{"needs a grid"}, true},
		{"fails", host.ErrFailed, []string{"no luck"}, true},
		{"nothing", sp.ErrProtocol, []string{"without a checkpoint"}, true},
		{"diverges", sp.ErrDiverged, []string{"weight 1 of 2 is NaN"}, true},
		{"canceled", host.ErrFailed, []string{"canceled"}, true},
		{"exit", host.ErrCrash, []string{"exit status 3", "last words"}, false},
		{"kill", host.ErrCrash, []string{"signal: killed"}, false},
		{"goroutine panic", host.ErrCrash,
			[]string{"exit status 2", "panic: planted in a goroutine"}, false},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			l := loaded(t, host.Options{})
			_, err := l.Fit(t.Context(), request(test.mode), nothing)
			if !errors.Is(err, test.kind) || errors.Is(err, context.Canceled) {
				t.Errorf("%v is not %v", err, test.kind)
			}
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error does not say %q: %v", want, err)
				}
			}
			_, err = l.Fit(t.Context(), request(""), nothing)
			if lives := err == nil; lives != test.lives {
				t.Errorf("the next fit: %v", err)
			}
			if err := l.Close(); errors.Is(err, host.ErrCrash) == test.lives {
				t.Errorf("close: %v", err)
			}
		})
	}
}

func TestBadParams(t *testing.T) {
	l := loaded(t, host.Options{})
	for text, bend := range map[string]func(r *wire.FitRequest){
		`unknown parameter "stpe": did you mean "step"?`: func(r *wire.FitRequest) {
			r.Params = []byte(`{"stpe":1}`)
		},
		`-1 is outside (0,inf)`: func(r *wire.FitRequest) {
			r.Params = []byte(`{"step":-1}`)
		},
		`linaer`: func(r *wire.FitRequest) {
			r.Map.Name = "linaer"
		},
		`hammming`: func(r *wire.FitRequest) {
			r.Loss.Name = "hammming"
		},
		`has 26 labels, the setting 25`: func(r *wire.FitRequest) { r.K = 25 },
		`30 features per variable, the setting 31`: func(r *wire.FitRequest) {
			r.NodeWidth = 31
		},
	} {
		r := request("")
		bend(&r)
		_, err := l.Fit(t.Context(), r, nothing)
		if !errors.Is(err, sp.ErrParams) || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v does not say %q", err, text)
		}
	}
	r := wire.PredictRequest{Setting: setting(), Weights: []float64{1}, Indices: []int32{0},
		Decoder: sp.Spec{Name: "mapp"}}
	if _, err := l.Predict(t.Context(), r); !errors.Is(err, sp.ErrParams) ||
		!strings.Contains(err.Error(), `did you mean "map"`) {
		t.Errorf("unknown decoder: %v", err)
	}
	r.Decoder.Name = "map"
	if _, err := l.Predict(t.Context(), r); err == nil ||
		!strings.Contains(err.Error(), "1 weights") {
		t.Errorf("params of another width: %v", err)
	}
	r.Indices[0] = 30
	if _, err := l.Predict(t.Context(), r); !errors.Is(err, sp.ErrParams) {
		t.Errorf("index out of range: %v", err)
	}
}

func TestFailuresOfPredict(t *testing.T) {
	l := loaded(t, host.Options{})
	for mode, kind := range map[string]error{
		"predict panic": sp.ErrPanic, "bad labels": sp.ErrProtocol, "bad marginals": sp.ErrProtocol,
	} {
		r := wire.PredictRequest{Setting: request(mode).Setting, Weights: []float64{1},
			Indices: []int32{0}, Decoder: sp.Spec{Name: "own"}}
		if _, err := l.Predict(t.Context(), r); !errors.Is(err, kind) {
			t.Errorf("%s: %v is not %v", mode, err, kind)
		}
	}
}

// TestPrintsDoNoHarm checks that all output of a learner goes to its log.
func TestPrintsDoNoHarm(t *testing.T) {
	var stderr log
	l := open(t, "prints at start", host.Options{Stderr: &stderr})
	train(t, l, chains(3, 1))
	must(l.Fit(t.Context(), request("prints"), nothing))(t)
	l.Close()
	for _, want := range []string{"a line that must not", "another from the constructor",
		"printed by Fit", "printed around os.Stdout", "yyyy"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the log lacks %q", want)
		}
	}
}
