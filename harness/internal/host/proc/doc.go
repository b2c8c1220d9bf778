// Package proc reads the state of processes from the system: CPU time, memory, parents and load.
package proc
