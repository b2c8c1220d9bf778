package main

import "github.com/spbench/spbench/harness/internal/record"

// A runFolder is an optional run folder on the command line.
type runFolder struct {
	Run_ string `arg:"" optional:"" name:"run" help:"Run folder; default: the latest one."`
}

// ProvideFolder returns the run folder. Kong hands it to the Run method of a command that takes a
// string.
func (f *runFolder) ProvideFolder(o *options) (string, error) { return o.folder(f.Run_) }

// folder returns the run folder dir; "" means the latest one.
func (o *options) folder(dir string) (string, error) {
	if dir != "" {
		return dir, nil
	}
	return record.Latest(o.Results)
}
