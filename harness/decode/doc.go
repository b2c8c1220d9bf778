// Package decode holds the outputs that all learners share: the ways to read a
// prediction off scores, by name. A decoder is a struct whose fields are its
// arguments; to add one is a file with it and a line in the list of kinds.
//
// A decoder asks for an oracle only if it needs one, so that the others answer on
// graphs that no oracle can handle too.
package decode
