package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/suite"
)

// chosenData is a dataset on the command line.
type chosenData struct {
	What string   `arg:"" help:"File of your own, folder of images (with a slash at its end), or the name of a dataset."`
	Set  []string `sep:"none" placeholder:"ARGUMENT=VALUE" help:"An argument of the dataset or of its format, as in a suite, such as -set superpixels=200, -set 'labels={sky: 0, sea: 255}' or -set labels.sky=0. Again for more; spbench describe file (images, conll, …) lists them."`
}

// load loads it, and returns its name and arguments besides. Paths start from the working directory.
func (c *chosenData) load(o *options) (d *data.Dataset, name string, args []byte, err error) {
	name, own := data.Own(c.What)
	args, err = json.Marshal(own)
	if err == nil {
		args, err = suite.Arguments(args, c.Set)
	}
	if err == nil {
		d, err = data.Load(name, args, o.Data)
	}
	return d, name, args, err
}

// dataConvertCommand writes a dataset as JSON lines.
type dataConvertCommand struct {
	chosenData
	Out string `arg:"" help:"File to write, which ends in .jsonl, .jsonl.gz or .jsonl.zst. A file that is there is replaced when the new one is whole."`
}

func (c *dataConvertCommand) Run(t *terminal, o *options) error {
	plain := strings.TrimSuffix(strings.TrimSuffix(c.Out, ".gz"), ".zst")
	if !strings.HasSuffix(plain, ".jsonl") {
		return fmt.Errorf("%s: JSON lines are what can be written: want a name that ends in .jsonl, .jsonl.gz or .jsonl.zst", c.Out)
	}
	d, _, _, err := c.load(o)
	if err != nil {
		return err
	}
	if err := replaceFile(c.Out, func(w io.Writer) error { return compressed(w, c.Out, d.WriteJSONL) }); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "%s: %d instances\n", c.Out, len(d.Instances))
	return nil
}

// compressed calls write with a writer that compresses as the ending of name says.
func compressed(w io.Writer, name string, write func(io.Writer) error) error {
	var z io.WriteCloser
	var err error
	switch filepath.Ext(name) {
	case ".gz":
		z = gzip.NewWriter(w)
	case ".zst":
		z, err = zstd.NewWriter(w)
	default:
		return write(w)
	}
	if err != nil {
		return err
	}
	return errors.Join(write(z), z.Close())
}

// replaceFile writes the file called name, which is there whole or as it was.
func replaceFile(name string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".part*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name()) // what failed is the error
		}
	}()
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
