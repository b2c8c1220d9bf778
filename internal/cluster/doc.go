// Package cluster divides the fits of a run among tasks on several machines, and hands these tasks to the scheduler that
// a cluster has. It has no scheduler of its own, and knows nothing of fits but what they cost:
//
//	of := cluster.Partition(costs, 8)                     // whose each fit is
//	shard, err := cluster.Parse("auto", os.Getenv)        // which task of an array this process is
//	ids, err := cluster.Slurm{}.Submit(ctx, tasks, table) // an array of tasks, each of which runs one shard
//
// A shard is one part of a partition. Whose a fit is depends on the costs and the number of shards alone, never on who is
// done with what, so that tasks that know the same costs agree without a word.
package cluster
