package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/format/compressed"
	"github.com/spbench/spbench/harness/internal/inspect"
	"github.com/spbench/spbench/harness/internal/suite"
)

// chosenData is a dataset on the command line.
type chosenData struct {
	What string   `arg:"" help:"A file of your own, a folder of images (ending in a slash), or a dataset."`
	Set  []string `sep:"none" placeholder:"ARGUMENT=VALUE" help:"Set an argument of the dataset or format as in a suite: -set superpixels=200, -set 'labels={sky: 0, sea: 255}', -set labels.sky=0. Repeatable. spbench describe file (images, conll, …) lists them."`
}

// load loads the dataset, and warns of it. Paths are relative to the working directory.
func (c *chosenData) load(t *terminal) (*data.Dataset, error) {
	name, own := data.Own(c.What)
	args, err := json.Marshal(own)
	if err == nil {
		args, err = suite.Arguments(args, c.Set)
	}
	if err != nil {
		return nil, err
	}
	d, err := data.Load(name, args, t.Data)
	if err != nil {
		return nil, err
	}
	t.warn(d.Warnings...)
	return d, nil
}

// dataCheckCommand prints statistics of a dataset.
type dataCheckCommand struct{ chosenData }

func (c *dataCheckCommand) Run(t *terminal) error {
	d, err := c.load(t)
	if err != nil {
		return err
	}
	return inspect.Write(t.out, d)
}

// dataConvertCommand writes a dataset as JSON lines.
type dataConvertCommand struct {
	chosenData
	Out string `arg:"" help:"File to write (.jsonl, .jsonl.gz or .jsonl.zst). An existing file is replaced at the end."`
}

func (c *dataConvertCommand) Run(t *terminal) error {
	if plain, _ := compressed.Plain(c.Out); !strings.HasSuffix(plain, ".jsonl") {
		return fmt.Errorf("%s: want a name ending in .jsonl, .jsonl.gz or .jsonl.zst", c.Out)
	}
	d, err := c.load(t)
	if err != nil {
		return err
	}
	if err := t.output(c.Out, d.WriteJSONL); err != nil {
		return err
	}
	t.printf("%s: %d instances\n", c.Out, len(d.Instances))
	return nil
}

// output writes to a file, compressed by its ending, or to standard output if name is empty.
func (t *terminal) output(name string, write func(io.Writer) error) error {
	if name == "" {
		return write(t.data)
	}
	return replaceFile(name, func(w io.Writer) error { return compressed.Write(w, name, write) })
}

// replaceFile replaces a file atomically.
func replaceFile(name string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".part*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name()) // the first error matters
		}
	}()
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
