package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/cluster"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// pinsDir is the folder of a run with copies of the programs, made by submit.
const pinsDir = "bin"

// pinsOf returns the folder with the copied learners if suite is a run folder; otherwise "".
func pinsOf(suite string) string {
	if info, err := os.Stat(suite); err == nil && !info.IsDir() {
		suite = filepath.Dir(suite)
	}
	if !record.IsRun(suite) {
		return ""
	}
	return filepath.Join(suite, pinsDir)
}

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
	seconds, _, failed := expected(o, planned)
	if err = errors.Join(err, failed); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	planned.Sort(seconds)
	fmt.Fprintf(t.err, "shard %s leases fits, %d are left\n", shard, len(left))
	return store, nil
}

// expected returns the expected seconds of the plan's fits, from earlier runs of the suite.
func expected(o *options, planned *plan.Plan) (seconds []float64, known int, err error) {
	runs, err := record.Runs(o.Results)
	if err != nil {
		return nil, 0, err
	}
	var same []string
	for _, dir := range runs {
		if name := filepath.Base(dir); len(name) > 9 && name[:len(name)-9] == planned.Suite.Name &&
			strings.HasPrefix(name[len(name)-9:], "-") {
			same = append(same, dir)
		}
	}
	return planned.Costs(same)
}
