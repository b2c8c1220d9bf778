package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/cluster"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// share opens the run folder for a shard. With -shard I/N, the plan keeps the fits of this part
// only. With auto, the task leases fits of the whole plan, one after the other.
func (c *runCommand) share(t *terminal, o *options, planned *plan.Plan,
	settings *run.Options) (*record.Store, error) {
	shard, err := cluster.Parse(c.Shard)
	if err != nil {
		return nil, err
	}
	store, err := record.CreateShard(o.Results, planned.Suite.Name, planned.Text,
		fmt.Sprintf("%dof%d", shard.Index+1, shard.Of))
	if err != nil {
		return nil, err
	}
	n, part := len(planned.Fits), planned.Shard(shard.Index, shard.Of)
	if !shard.Auto {
		planned.Fits = slices.DeleteFunc(planned.Fits, func(f *plan.Fit) bool { return !part(f) })
		fmt.Fprintf(t.err, "shard %s has %d of %d fits\n", shard, len(planned.Fits), n)
		return store, nil
	}
	settings.Lease, settings.Mine = true, part
	left, err := run.Left(planned, store, *settings)
	if err == nil {
		err = store.Leases().ReleaseOwn(left)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	fmt.Fprintf(t.err, "shard %s leases fits, %d are left\n", shard, len(left))
	return store, nil
}
