// Command ssvm is the learner of structural support vector machines: the
// L2-regularised structured hinge loss, by block-coordinate Frank–Wolfe.
package main

import "github.com/spbench/spbench/harness/learner"

func main() {
	learner.Serve(learner.Info{
		Name:   "ssvm",
		Doc:    "Structural SVM: the regularised structured hinge loss, by block-coordinate Frank–Wolfe with line search.",
		Source: "S. Lacoste-Julien, M. Jaggi, M. Schmidt and P. Pletscher: Block-Coordinate Frank–Wolfe Optimization for Structural SVMs, ICML 2013",
	}, newLearner)
}

func newLearner() learner.Learner {
	return &SSVM{Lambda: 0.01, Sample: permutation, Average: true}
}
