// Package query answers the oracle queries of learners in other languages, and counts them.
package query
