// Package cluster submits the tasks of a run to SLURM, and finds the number of a task in any job
// array:
//
//	shard, err := cluster.Parse("auto", os.Getenv)     // the task of this process
//	ids, err := cluster.Submit(ctx, tasks, table)      // an array of tasks, and a job after it
//
// It has no scheduler of its own and does not know fits.
package cluster
