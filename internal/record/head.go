package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A Head is the beginning of a line, which says of which fit it is.
type Head struct {
	Version  int
	Key      string
	Identity map[string]string
	Dataset  string
	Label    string
	Split    int
	Seed     Seeds
}

// Place returns where the rows of the fit stand.
func (h *Head) Place() Place { return Place{h.Dataset, h.Label, h.Split, h.Seed} }

// afterHead is what follows a head in a line that [Encode] wrote. Inside a text its quotes would be escaped.
var afterHead = []byte(`,"params":{`)

// head reads the head of a line. It does not look at the rest.
func head(line []byte) (h Head, err error) {
	end := bytes.Index(line, afterHead)
	if end < 0 {
		return h, errors.New("it does not begin as the line of a fit")
	}
	begin := append(line[:end:end], '}')
	if err := json.Unmarshal(begin, &h); err != nil {
		return h, err
	}
	if h.Version != Version {
		return h, fmt.Errorf("%w: record format %d, this program reads %d", errFormat, h.Version, Version)
	}
	return h, nil
}

// Heads calls use with the head of each line of a run folder, and with what reads the whole of it: also of one that
// is being written, up to the last whole lines. It ends at the first error, of use or of a line, which is named.
// Lines of another version of spbench are passed over.
func Heads(dir string, use func(h *Head, whole func() (Fit, error)) error) error {
	names, err := filepath.Glob(filepath.Join(glob(dir), recordsAll))
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	for _, name := range names {
		if err := headsOf(name, use); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

func headsOf(name string, use func(h *Head, whole func() (Fit, error)) error) error {
	return eachLine(name, func(line []byte) error {
		h, err := head(line)
		if errors.Is(err, errFormat) {
			return nil
		}
		if err != nil {
			return err
		}
		return use(&h, func() (Fit, error) { return Decode(line) })
	})
}

// eachLine calls use with each whole line of a record file, which it may not keep; an error of it is returned with
// its place. What is left behind the last line end is torn, or being written.
func eachLine(name string, use func(line []byte) error) (err error) {
	file, err := openPath(name, os.O_RDONLY)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	r := bufio.NewReaderSize(file, 1<<20)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = use(bytes.TrimSuffix(line, []byte{'\n'}))
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
}
