package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// schemaCommand prints the JSON Schema of suite files, with the installed learners.
type schemaCommand struct{}

func (schemaCommand) Run(t *terminal, o *options) error {
	text, err := suite.Schema(plan.NewCatalogue(t.ctx, o.runOptions(t)))
	if err == nil {
		_, err = fmt.Fprintln(t.out, string(text))
	}
	return err
}
