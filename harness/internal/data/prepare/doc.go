// Package prepare turns the instances of a split into those a learner receives: it hides labels
// ([Hide], [Box], [Reveal]), standardises dense features ([NewScaling]), and drops rare sparse ones
// ([NewVocabulary]). Features are measured on training instances only. Inputs are never changed.
package prepare
