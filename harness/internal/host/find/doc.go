// Package find finds the program of a learner by name, path or command line, and computes its
// source hash.
package find
