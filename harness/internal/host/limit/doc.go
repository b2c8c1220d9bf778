// Package limit enforces limits on the memory, processes and open files of a learner.
package limit
