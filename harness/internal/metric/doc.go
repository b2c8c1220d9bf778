// Package metric holds what tables print: metrics, by name.
//
// A metric scores a prediction, which may be uncertain or randomised, and keeps
// sufficient statistics per instance, so that the two averages of the field stay
// apart: macro, the mean over instances of num/den (what the papers' tables print),
// and micro, Σnum/Σden (pooled over variables). A name that ends in "-micro" is
// pooled, all others are macro.
//
// Variables whose reference label is unknown never count. No learner is linked with
// this package: what is changed here does not make another build of any.
package metric
