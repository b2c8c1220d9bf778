// Package cluster hands the tasks of a run to SLURM, and tells a task of any job array which one it is:
//
//	shard, err := cluster.Parse("auto", os.Getenv)     // which task of an array this process is
//	ids, err := cluster.Submit(ctx, tasks, table)      // an array of tasks, and a job that follows it
//
// It has no scheduler of its own, and knows nothing of fits.
package cluster
