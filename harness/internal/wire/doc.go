// Package wire is the contract between the harness and a learner's process: learner.proto, its
// generated code in package pb, the plain Go values on both sides, and the conversions between the
// two.
//
// learner.proto is the manual for learners in other languages: the handshake, the environment, the
// calls and their order, arrays, errors, counts.
//
// All messages are foreign. Conversions check lengths before they allocate, and check every decoded
// instance ([sp.Instance.Check]). Invalid messages give an error, never a panic.
package wire
