// Package query answers the oracle queries of learners without solvers of their own, such as
// learners in other languages. It counts all calls and ends at the budget. No query reads
// labels used for scoring.
//
// Start with [Serve]: it serves Oracles of learner.proto to one learner's process. Each call of Fit
// or Predict has an [Access] of its own, with its budget and counts; [Server.Admit] opens it.
package query
