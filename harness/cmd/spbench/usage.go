package main

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// examples are first commands to try. Each runs as it is.
const examples = `
Examples:
  spbench run quickstart -quick                 try everything, in seconds of CPU time
  spbench run quickstart                        run or resume the comparison
  spbench table -format latex                   print the table of the latest run for a paper
  spbench plot                                  draw its learning curves
  spbench why                                   list the rows of the table and their keys
  spbench list suites                           list the shipped comparisons
  spbench plan ocr -learner CRF -seeds 1        show the fits of a part of a suite
  spbench describe crf                          list the parameters of a learner
`

// usage prints the help of kong. The help of spbench as a whole has examples.
func usage(options kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil {
		return err
	}
	if ctx.Selected() == nil && !options.Summary {
		fmt.Fprint(ctx.Stdout, examples)
	}
	return nil
}
