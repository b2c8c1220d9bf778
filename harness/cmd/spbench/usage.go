package main

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// examples are a first walk through the commands, each a line that works as it stands.
const examples = `
Examples:
  spbench run quickstart -quick                 see that everything runs, in seconds of CPU time
  spbench run quickstart                        the comparison itself, and its table; again: resume
  spbench table -format latex                   the table of the latest run, for a paper
  spbench plot                                  its learning curves
  spbench why                                   the rows of the table, and what they depend on
  spbench list suites                           other comparisons
  spbench plan ocr -learner CRF -seeds 1        what would run, of a part of one
  spbench describe crf                          what can be set of a learner
`

// usage prints the help of kong, of spbench as a whole with examples.
func usage(options kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil {
		return err
	}
	if ctx.Selected() == nil && !options.Summary {
		fmt.Fprint(ctx.Stdout, examples)
	}
	return nil
}
