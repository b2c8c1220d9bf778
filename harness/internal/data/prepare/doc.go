// Package prepare turns the instances of a split into those a learner receives: it cuts out void
// variables ([Cut]), hides labels ([Hide], [Box], [Reveal]), and standardises dense features
// ([NewScaling]). It drops labels missing from the training set ([NewLabels]), and sparse features
// missing or rare there ([NewVocabulary]). Only training instances are measured. Inputs are never
// changed.
package prepare
