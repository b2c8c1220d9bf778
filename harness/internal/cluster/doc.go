// Package cluster submits the tasks of a run to SLURM, and reads the number of a task:
//
//	shard, err := cluster.Parse("auto/3/8")            // the task of this process
//	ids, err := cluster.Submit(ctx, tasks, table)      // an array of tasks, and a job after it
//
// It has no scheduler of its own and does not know fits.
package cluster
