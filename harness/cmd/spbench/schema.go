package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// schemaCommand prints the JSON Schema of suite files or of records.
type schemaCommand struct {
	Of string `arg:"" optional:"" enum:"suite,record" default:"suite" help:"suite: suite files, with the installed learners; record: lines of records-*.jsonl."`
}

func (c *schemaCommand) Run(t *terminal, o *options) error {
	text, err := record.Schema()
	if c.Of == "suite" {
		text, err = suite.Schema(plan.NewCatalogue(t.ctx, o.runOptions(t)))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(t.out, string(text))
	return err
}
