// Package classify trains classifiers of single variables from their features, without structure.
// Datasets of photographs use their log-probabilities as node features, as the publications do with
// classifiers of their own.
//
//	o := classify.Options{Hidden: 64, Passes: 10, Seed: 1}
//	n, err := classify.Train(rows, width, labels, weights, k, o)
//	n.LogProbabilities(dst, row)
//
// Start with [Train]. The same arguments give the same bits on one architecture.
package classify
