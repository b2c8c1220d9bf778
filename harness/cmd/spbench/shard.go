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

// share opens the run folder for a shard, of which the fits are left in the plan, and claims them as it goes; then fits of others, if it is to steal.
func (c *runCommand) share(t *terminal, o *options, plan *bench.Plan, settings *bench.RunOptions) (*record.Store, error) {
	shard, err := cluster.Parse(c.Shard, os.Getenv)
	if err != nil {
		return nil, err
	}
	store, err := record.CreateShard(o.Results, plan.Suite.Name, plan.Text, fmt.Sprintf("%dof%d", shard.Index+1, shard.Of))
	if err != nil {
		return nil, err
	}
	left, err := plan.Left(store, *settings)
	var division record.Division
	if err == nil {
		err = store.ReleaseOwn(left)
	}
	if err == nil {
		division, err = c.divided(store, o, plan, shard.Of)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	settings.Claims = store
	if steal := plan.Steal(store, division, left); c.Steal {
		settings.More = func(free func(*bench.Fit) bool) ([]*bench.Fit, error) {
			fits, err := steal(free)
			if len(fits) > 0 {
				fmt.Fprintf(t.err, "shard %s is through and does %d fits of others\n", shard, len(fits))
			}
			return fits, err
		}
	}
	n := len(plan.Fits)
	plan.Leave(division, func(i int) bool { return division.Of[i] == shard.Index })
	fmt.Fprintf(t.err, "shard %s has %d of %d fits\n", shard, len(plan.Fits), n)
	return store, nil
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
