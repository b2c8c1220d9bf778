package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/data"
)

// dataCommand lists, fetches, verifies, checks and converts datasets.
type dataCommand struct {
	List   dataListCommand   `cmd:"" help:"List datasets: files, paths, licence and official address."`
	Fetch  dataFetchCommand  `cmd:"" help:"Download missing datasets."`
	Verify dataVerifyCommand `cmd:"" help:"Check datasets against their published checksums."`

	Check   dataCheckCommand   `cmd:"" help:"Describe a dataset, or a file of your own."`
	Convert dataConvertCommand `cmd:"" help:"Write a dataset, or a file of your own, as JSON lines."`
}

// dataListCommand lists all datasets.
type dataListCommand struct{}

func (dataListCommand) Run(t *terminal) error {
	return showDatasets(t, data.Names(), t.Data, false)
}

// dataFetchCommand downloads datasets.
type dataFetchCommand struct {
	Names []string `arg:"" name:"dataset" help:"Datasets."`
	From  string   `placeholder:"URL" help:"Mirror with the layout of a data folder; default: the official addresses."`
}

func (c *dataFetchCommand) Run(t *terminal) error {
	entries, err := findDatasets(c.Names)
	if err != nil {
		return err
	}
	return fetchDatasets(t, entries, t.Data, data.FetchOptions{From: c.From})
}

// dataVerifyCommand recomputes checksums.
type dataVerifyCommand struct {
	Names []string `arg:"" optional:"" name:"dataset" help:"Datasets; default: all."`
}

func (c *dataVerifyCommand) Run(t *terminal) error {
	entries, err := findDatasets(c.Names)
	if err != nil {
		return err
	}
	if len(c.Names) == 0 {
		entries = data.Names()
	}
	return showDatasets(t, entries, t.Data, true)
}

func findDatasets(names []string) ([]data.Entry, error) {
	var entries []data.Entry
	for _, name := range names {
		e, err := data.Find(name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// An errDataset means that datasets are missing or wrong. The exit code is 1.
type errDataset struct{ error }

func (e errDataset) Unwrap() []error { return []error{e.error, errFailed} }

// showDatasets prints the files of datasets, with licence and address. To verify them, it prints what
// is wrong with each instead.
func showDatasets(t *terminal, entries []data.Entry, dir string, verify bool) error {
	wrong := 0
	for _, e := range entries {
		states, err := e.Verify(t.ctx, dir)
		if err != nil {
			return err
		}
		noFile(t, &e)
		bad := 0
		for _, s := range states {
			line := stateLine(s)
			if verify && s.Err != nil {
				bad, line = 1, fmt.Sprintf("%s: %v", s, s.Err)
			}
			t.printf("%s: %s\n", e.Name, line)
		}
		if wrong += bad; verify {
			continue
		}
		t.printf("  licence: %s\n", e.Licence)
		if e.URL != "" {
			t.printf("  official address: %s\n", e.URL)
		}
	}
	if wrong > 0 {
		return errDataset{fmt.Errorf("%d of %d datasets are missing or changed", wrong,
			len(entries))}
	}
	return nil
}

// noFile reports whether a dataset has no files to fetch. If so, it prints a line.
func noFile(t *terminal, e *data.Entry) bool {
	switch {
	case e.Own:
		t.printf("%s: %s\n", e.Name, e.Doc)
	case len(e.Files) == 0:
		t.printf("%s: generated, needs no file\n", e.Name)
	}
	return len(e.Files) == 0
}

// stateLine describes a file: state, size and path.
func stateLine(s data.State) string {
	if s.Size == 0 {
		return fmt.Sprintf("%s, belongs at %s", s, s.Path)
	}
	size := megabytes(s.Size)
	if s.Size < 1e6 {
		size = fmt.Sprintf("%.1f KB", float64(s.Size)/1e3)
	}
	return fmt.Sprintf("%s, %s, %s", s, size, s.Path)
}

// fetchDatasets downloads datasets. After a failure it continues with the next one.
func fetchDatasets(t *terminal, entries []data.Entry, dir string, o data.FetchOptions) error {
	var failed []error
	for _, e := range entries {
		if noFile(t, &e) {
			continue
		}
		t.note("%s: licence: %s\n", e.Name, e.Licence)
		o.Observe = newPreparing(t).download
		states, err := e.Fetch(t.ctx, dir, o)
		if t.ctx.Err() != nil {
			return err
		}
		if err != nil {
			if failed = append(failed, err); len(entries) > 1 {
				fmt.Fprintln(t.err, err)
			}
		}
		for _, s := range states {
			t.printf("%s: %s\n", e.Name, stateLine(s))
		}
	}
	switch {
	case len(failed) == 0:
		return nil
	case len(entries) == 1:
		return errDataset{failed[0]}
	}
	return errDataset{fmt.Errorf("%d of %d datasets were not fetched", len(failed), len(entries))}
}
