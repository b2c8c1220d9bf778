package main

import (
	"fmt"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/suite"
)

// schemaCommand prints the JSON Schema of suite files.
type schemaCommand struct{}

func (schemaCommand) Run(t *terminal, o *options) error {
	text, err := suite.Schema(bench.NewCatalogue(t.ctx, o.bench(t)))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(t.out, string(text))
	return err
}
