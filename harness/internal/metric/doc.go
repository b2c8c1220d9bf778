// Package metric defines the metrics of tables, by name.
//
// A metric scores a prediction, which may be uncertain or randomised, and keeps sufficient
// statistics per instance. So both averages of the field are possible: macro, the mean over
// instances of num/den (as in the tables of papers), and micro, Σnum/Σden (pooled over variables).
// Names that end in "-micro" are pooled. All others are macro.
//
// Variables without a known reference label never count. Learners do not link this package, so a
// change here does not change their builds.
package metric
