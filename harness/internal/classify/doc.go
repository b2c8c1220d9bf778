// Package classify learns the labels of single things from their features, without any structure:
// what a dataset of photographs offers to structured learners as the scores of labels, where the
// publication has a classifier of its own.
//
//	n := classify.Train(rows, width, labels, weights, k, classify.Options{Hidden: 64, Passes: 10, Seed: 1})
//	n.LogProbabilities(dst, row)
//
// The same arguments give the same bits on one architecture.
package classify
