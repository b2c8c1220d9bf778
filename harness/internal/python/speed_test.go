package python_test

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// BenchmarkQueries measures loss-augmented maxima with differences, asked by a learner in Python,
// by the number of instances in a message. The instances are chains of 26 labels.
func BenchmarkQueries(b *testing.B) {
	d, err := data.Load("chains", []byte(`{"words":256}`), "")
	if err != nil {
		b.Fatal(err)
	}
	source, err := find.Learner(python(b)+" examples/python/learner.py", find.Options{})
	if err != nil {
		b.Fatal(err)
	}
	l, err := host.Open(b.Context(), source, host.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	if err := l.Load(b.Context(), host.Train, d.Instances); err != nil {
		b.Fatal(err)
	}
	x := &d.Instances[0]
	for _, batch := range []int{1, 16, 64, 256} {
		b.Run(fmt.Sprint("batch=", batch), func(b *testing.B) {
			calls := int64(0)
			for b.Loop() {
				f, err := l.Fit(b.Context(), wire.FitRequest{
					Setting: wire.Setting{Map: sp.Spec{Name: "linear"}, K: x.K, NodeWidth: x.Node.D,
						EdgeWidth: x.Edge.D, Loss: sp.Spec{Name: "hamming"},
						Params: fmt.Appendf(nil, `{"batch":%d,"passes":4}`, batch)},
				}, func(sp.Stamped) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
				calls += f.Counts.MAP
			}
			b.ReportMetric(float64(calls)/b.Elapsed().Seconds(), "calls/s")
		})
	}
}
