package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/claims"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/study"
	"github.com/spbench/spbench/harness/internal/table"
)

// claimsCommand compares runs with the claims and numbers of papers.
type claimsCommand struct {
	Suites []string `arg:"" optional:"" name:"suite" help:"Suites, for the latest run of each, or run folders; default: the latest run."`
	Format string   `enum:"${formats}" default:"text" help:"One of ${formats}."`
}

func (c *claimsCommand) Run(t *terminal) error {
	if len(c.Suites) == 0 {
		c.Suites = []string{""}
	}
	var tables []*table.Table
	var failed []string
	for _, name := range c.Suites {
		one, err := readClaims(t, name)
		if err != nil {
			return err
		}
		tables, failed = append(tables, one), append(failed, claims.Failed(one)...)
	}
	g := study.Claims(tables...).Print(true)
	g.Width = t.width
	if err := g.Write(t.out, c.Format); err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("our numbers %w: %s", errReversed, strings.Join(failed, "; "))
	}
	return nil
}

// readClaims returns the table of a run folder, or of the latest run of a suite. Without a run, the
// table has only the claims.
func readClaims(t *terminal, name string) (*table.Table, error) {
	dir, err := t.folder(name)
	if err != nil {
		return nil, err
	}
	if !record.IsRun(dir) {
		s, published, err := results.FindSuite(name)
		if err != nil {
			return nil, err
		}
		if published == nil {
			return nil, fmt.Errorf("claims: suite %s has no published.yaml", s.Name)
		}
		runs, err := record.Runs(t.Results)
		if err != nil {
			return nil, err
		}
		dir, err = record.Newest(slices.DeleteFunc(runs, func(run string) bool {
			planned, err := results.ReadPlan(run)
			return err != nil || planned.Suite.Name != s.Name || planned.Suite.Quick
		}))
		if err != nil {
			return nil, err
		}
		if dir == "" {
			return claims.Unrun(s, published, "spbench run "+name), nil
		}
	}
	run, err := results.ReadTable(dir, t.warn, results.TableOptions{})
	switch {
	case err != nil:
		return nil, err
	case run.Table.Source == "":
		return nil, fmt.Errorf("claims: no published.yaml in %s\nhint: write it beside the suite and run it again, "+
			"which refits nothing", dir)
	}
	return run.Table, nil
}
