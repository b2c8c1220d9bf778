package format

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/format/uai"
	"github.com/spbench/spbench/harness/sp"
)

var uaiFormat = with(Format{
	Name: "uai",
	Doc: "a graphical model of the UAI competitions, with factors of up to four variables: an " +
		"instance for features: {scores: {pairs: given}}",
	Endings: []string{".uai"},
}, uaiArgs{}, readUAI)

// uaiArgs are the arguments of "uai".
type uaiArgs struct {
	Evidence bool `json:"evidence" help:"read observed labels from FILE.evid beside each FILE"`
}

func readUAI(in files, a uaiArgs) (*Content, error) {
	b, models := newBuilder(), []*uai.Model(nil)
	err := b.eachPath(in, func(path string) error {
		m, err := uai.Read(path, a.Evidence)
		if err != nil {
			return err
		}
		models, b.K = append(models, m), max(b.K, slices.Max(m.Labels))
		n := len(m.Labels)
		return b.add(sp.Instance{ID: b.id(1), Weight: 1, Node: sp.Rows{N: n},
			Gold: slices.Repeat([]int32{sp.Unknown}, n)}, extra{fold: -1}, place{file: path, line: 1})
	})
	for i := 0; i < len(models) && err == nil; i++ {
		x := &b.Instances[i]
		if err = models[i].Fill(x, b.K); err != nil {
			err = b.seen[x.ID].errorf("%w", err)
		}
		b.NodeWidth, b.EdgeWidth = x.Node.D, x.Edge.D
	}
	return b.finish(), err
}
