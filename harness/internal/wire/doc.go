// Package wire is the contract between the harness and a learner process:
// learner.proto, its generated code in package pb, the plain Go values that both
// sides work with, and the conversions between the two. learner.proto is the manual
// for learners in other languages: the handshake, the environment, what may be asked
// and when, arrays, errors, counts.
//
// Everything that arrives is foreign: conversions check lengths before they
// allocate, check every decoded instance ([sp.Instance.Check]), and answer
// nonsense with an error, never a panic.
package wire
