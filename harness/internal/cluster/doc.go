// Package cluster has the tasks of a run on a cluster: the script of a job array for SLURM ([Job]),
// and the number of a task ([Parse]). It does not know fits.
package cluster
