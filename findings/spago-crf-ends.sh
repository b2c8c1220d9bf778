#!/bin/sh
# spago v1.1.0, nn/crf: a chain of K labels has (K+1)² transition scores, as those of the first and of
# the last label are among them: row and column 0. Chains without them have K². With zeros all
# labelings are equal; a score of 1 for one of these two changes a sentence of one word.
# Needs Go and git. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'chmod -R u+w "$room"; rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
2 labels: 9 transition scores; without ends 4
all 0: loss of one word with label 0 is 0.6931
first label 0 scores 1: 0.3133
last label 1 scores 1: 1.3133
label 0 after label 0 scores 1: 0.6931
TEXT
cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/nlpodyssey/spago/mat"
	"github.com/nlpodyssey/spago/mat/float"
	"github.com/nlpodyssey/spago/nn/crf"
)

// loss is that of label 0 for one word without scores. Score (i, j) of the transitions is 1.
func loss(i, j int) float64 {
	model := crf.New[float64](2)
	if i >= 0 {
		model.TransitionScores.Value().(mat.Matrix).SetScalar(float.Interface(1.), i, j)
	}
	word := mat.NewDense[float64](mat.WithBacking([]float64{0, 0}))
	return model.NegativeLogLoss([]mat.Tensor{word}, []int{0}).Item().F64()
}

func main() {
	fmt.Printf("2 labels: %d transition scores; without ends 4\n",
		crf.New[float64](2).TransitionScores.Value().Size())
	fmt.Printf("all 0: loss of one word with label 0 is %.4f\n", loss(-1, 0))
	fmt.Printf("first label 0 scores 1: %.4f\n", loss(0, 1))
	fmt.Printf("last label 1 scores 1: %.4f\n", loss(2, 0))
	fmt.Printf("label 0 after label 0 scores 1: %.4f\n", loss(1, 1))
}
GO
go mod init example.com/finding >/dev/null 2>&1
go get github.com/nlpodyssey/spago/nn/crf@v1.1.0 >/dev/null 2>&1
go run . | tee seen
diff want seen
