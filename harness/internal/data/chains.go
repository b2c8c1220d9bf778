package data

import (
	"github.com/spbench/spbench/harness/internal/data/drawing"
	"github.com/spbench/spbench/harness/sp"
)

var chainsEntry = withArguments(Entry{
	Name: "chains",
	Doc: "generated handwriting: words of 3 to 14 letters from a hidden Markov model, 26 " +
		"labels, noisy shifted 16×8 glyphs, 10 folds",
	Licence: "generated; public domain",
}, chainsArgs{800, drawing.Writing{Noise: 0.1, Shift: 1, Seed: 1}}, loadChains)

// chainsArgs are the arguments of "chains".
type chainsArgs struct {
	Words int `json:"words" range:"[1,1000000]" help:"number of words"`
	drawing.Writing
}

func loadChains(_ Entry, a chainsArgs) (*Dataset, error) {
	h := drawing.NewHandwriting(a.Writing)
	d := &Dataset{K: drawing.Letters, NodeWidth: drawing.GlyphPixels + 1, Labels: alphabet(),
		Instances: make([]sp.Instance, 0, a.Words)}
	for i := range a.Words {
		d.Instances = append(d.Instances, h.Word(i))
		d.Fold = append(d.Fold, i%10)
	}
	return d, nil
}
