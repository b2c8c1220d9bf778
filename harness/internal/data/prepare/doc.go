// Package prepare turns the instances of a split into those a learner receives: it cuts out
// void variables ([Cut]), hides labels ([Hide], [Box], [Reveal]), standardises dense features ([NewScaling]), and drops sparse ones
// missing from the training set, or rare there ([NewVocabulary]). Features are measured on training instances only. Inputs are never changed.
package prepare
