// Package confine prepares the private folder, the environment and the sandbox of a learner's
// process.
package confine
