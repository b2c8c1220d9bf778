#!/bin/sh
# spago v1.1.0, nn/crf: the loss of a conditional random field sums exponentials of whole paths, not of
# differences. So it is infinite as soon as a path scores 89 (float32) or 710 (float64): sentences of
# 60 or 460 words with scores of 1. With scores of -5, usual for log-probabilities, it is -Inf in
# float32, and in float64 finite and wrong: 1,291.6 for 277.3. Decoding has no such limit.
# Needs Go. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'chmod -R u+w "$room"; rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
30 words: right 20.794; score 1: 20.794 in float32, 20.794 in float64; score -5: -Inf, 20.794
60 words: right 41.589; score 1: +Inf in float32, 41.589 in float64; score -5: -Inf, 41.589
90 words: right 62.383; score 1: +Inf in float32, 62.383 in float64; score -5: -Inf, 62.383
400 words: right 277.259; score 1: +Inf in float32, 277.259 in float64; score -5: -Inf, 1291.610
460 words: right 318.848; score 1: +Inf in float32, +Inf in float64; score -5: -Inf, 1591.610
TEXT
cat >main.go <<'GO'
package main

import (
	"fmt"
	"math"

	"github.com/nlpodyssey/spago/mat"
	"github.com/nlpodyssey/spago/mat/float"
	"github.com/nlpodyssey/spago/nn/crf"
)

// loss is that of a sentence whose words all have the same scores for two labels: log 2 a word.
func loss[T float.DType](words int, score T) float64 {
	model := crf.New[T](2)
	scores := make([]mat.Tensor, words)
	for i := range scores {
		scores[i] = mat.NewDense[T](mat.WithBacking([]T{score, score}))
	}
	return model.NegativeLogLoss(scores, make([]int, words)).Item().F64()
}

func main() {
	for _, words := range []int{30, 60, 90, 400, 460} {
		right := float64(words) * math.Ln2
		fmt.Printf("%d words: right %.3f; score 1: %.3f in float32, %.3f in float64; score -5: %.3f, %.3f\n", words, right,
			loss(words, float32(1)), loss(words, 1.), loss(words, float32(-5)), loss(words, -5.))
	}
}
GO
go mod init example.com/finding >/dev/null 2>&1
go get github.com/nlpodyssey/spago/nn/crf@v1.1.0 >/dev/null 2>&1
go run . | tee seen
diff want seen
