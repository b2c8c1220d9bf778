package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run/fit"
	"github.com/spbench/spbench/harness/internal/run/score"
)

// verifyCommand checks all files of runs.
type verifyCommand struct {
	Runs []string `arg:"" optional:"" name:"run" help:"Run folders; default: the latest one."`
}

func (c *verifyCommand) Run(t *terminal) error {
	if len(c.Runs) == 0 {
		c.Runs = []string{""}
	}
	damages := 0
	for _, name := range c.Runs {
		dir, err := t.folder(name)
		if err != nil {
			return err
		}
		plan, err := results.ReadPlan(dir)
		if err != nil {
			return err
		}
		again := &fit.Recomputation{Dir: dir, Plan: plan, Options: t.past(dir)}
		damage := func(where, what string) {
			damages++
			t.printf("%s: %s\n", where, what)
		}
		v, err := record.Verify(dir, score.Verifier(plan.Suite.Metrics), again.Differences, damage)
		if err != nil {
			return err
		}
		for _, text := range v.Texts() {
			t.printf("%s: %s\n", dir, text)
		}
		t.printf("%s: recomputed %d objectives and %d bounds from weights and data; only spbench "+
			"replay checks counts, seconds, trials and other bounds\n", dir, again.Objectives, again.Bounds)
		for _, dataset := range slices.Sorted(maps.Keys(again.Unread)) {
			t.printf("%s: objectives on %s are not checked: %v\n", dir, dataset,
				again.Unread[dataset])
		}
	}
	if damages > 0 {
		return fmt.Errorf("verify: %w: %d problems\n"+
			"hint: delete the lines and files named above, and run the suite again", errDamaged,
			damages)
	}
	return nil
}
