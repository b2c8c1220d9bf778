package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/cluster"
	"github.com/spbench/spbench/internal/record"
)

// pinsDir is the folder of a run in which submit pins the programs.
const pinsDir = "bin"

// pinsOf returns the folder with the pinned learners of a run, if that is what the suite is read from; else "".
func pinsOf(suite string) string {
	if info, err := os.Stat(suite); err == nil && !info.IsDir() {
		suite = filepath.Dir(suite)
	}
	if _, err := record.Plan(suite); err != nil {
		return ""
	}
	return filepath.Join(suite, pinsDir)
}

// A sharing is one shard of a run that several processes are at.
type sharing struct {
	shard    cluster.Shard
	division record.Division
	whole    []*bench.Fit // of the plan
}

// share opens the run folder for a shard, of which the fits are left in the plan.
func (c *runCommand) share(t *terminal, o *options, plan *bench.Plan) (*sharing, *record.Store, error) {
	shard, err := cluster.Parse(c.Shard, os.Getenv)
	if err != nil {
		return nil, nil, err
	}
	store, err := record.CreateShard(o.Results, plan.Suite.Name, plan.Text, fmt.Sprintf("%dof%d", shard.Index+1, shard.Of))
	if err != nil {
		return nil, nil, err
	}
	s := &sharing{shard: shard, whole: plan.Fits}
	if s.division, err = c.divided(store, o, plan, shard.Of); err == nil {
		plan.Leave(s.division, func(i int) bool { return s.division.Of[i] == shard.Index })
		err = store.ReleaseOwn()
	}
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	fmt.Fprintf(t.err, "shard %s has %d of %d fits\n", shard, len(plan.Fits), len(s.whole))
	return s, store, nil
}

// steal runs fits of other shards that none has begun, until there are none.
func (s *sharing) steal(t *terminal, plan *bench.Plan, store *record.Store, o bench.RunOptions) (all bench.Summary, err error) {
	o.Claim = nil // they are claimed already
	for {
		plan.Fits = s.whole
		mine, some, err := plan.Steal(store, s.division)
		if err != nil || !some {
			return all, err
		}
		plan.Leave(s.division, func(i int) bool { return mine[i] })
		fmt.Fprintf(t.err, "shard %s is through and does %d fits of others\n", s.shard, len(plan.Fits))
		summary, err := plan.Run(t.ctx, store, o)
		all.Fits += summary.Fits
		all.Failed += summary.Failed
		if err != nil {
			return all, errors.Join(err, giveBack(plan, store))
		}
	}
}

// giveBack releases the fits of the plan, which this shard claimed, that are not done.
func giveBack(plan *bench.Plan, store *record.Store) error {
	left, err := plan.Left(store, false)
	for key := range left {
		err = errors.Join(err, store.Release(key))
	}
	return err
}

// divided returns the division of the run into n shards, which it makes, if no other shard has: by what fits in the run
// folders took, or, as shards that do not steal may each have a folder of their own, by the plan alone.
func (c *runCommand) divided(store *record.Store, o *options, plan *bench.Plan, n int) (d record.Division, err error) {
	var failed error
	d, err = store.Divided(n, func() record.Division {
		seconds := plan.Alike()
		if !c.Steal {
			return plan.Divide(seconds, n, nil)
		}
		if seconds, _, failed = expected(o, plan); failed != nil {
			return record.Division{}
		}
		return plan.Divide(seconds, n, nil)
	})
	if err = errors.Join(failed, err); err != nil {
		return d, err
	}
	if len(d.Of) != len(plan.Fits) {
		return d, fmt.Errorf("the run is divided for %d fits and has %d: delete %s and start all shards again",
			len(d.Of), len(plan.Fits), filepath.Join(store.Dir(), "shards-*.json"))
	}
	return d, nil
}

// expected returns what the fits of the plan will take, by those in the run folders of the suite, so that folders of
// other suites that come and go do not divide it otherwise.
func expected(o *options, plan *bench.Plan) (seconds []float64, known int, err error) {
	runs, err := record.Runs(o.Results)
	if err != nil {
		return nil, 0, err
	}
	var same []string
	for _, dir := range runs {
		if name := filepath.Base(dir); len(name) > 9 && name[:len(name)-9] == plan.Suite.Name && strings.HasPrefix(name[len(name)-9:], "-") {
			same = append(same, dir)
		}
	}
	return plan.Costs(same)
}
