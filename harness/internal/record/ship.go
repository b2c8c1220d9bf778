package record

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// ShippedName is the name of an archive of [Ship] in the folder of its suite.
const ShippedName = "shipped.zip"

// Ship writes the current fits of a run folder to an archive, for tables on other machines, and
// returns their number. The archive is a run folder without weights, predictions and logs. It is a
// function of the folder and of version, the program that made the fits. Each fit is marked with
// version and the latest date of all, see [Times].
func Ship(dir, version string, to io.Writer) (n int, err error) {
	fits, _, err := Load(dir)
	if err != nil {
		return 0, err
	}
	at, stale := Current(fits)
	if len(stale) > 0 {
		return 0, fmt.Errorf("record: ship: other sources scored %d of the fits"+
			"\nhint: run the suite again, which scores them", len(stale))
	}
	var date time.Time
	for _, f := range at {
		if f.Times.Appended.After(date) {
			date = f.Times.Appended
		}
	}
	z := zip.NewWriter(to)
	files := map[string]bool{planFile: true}
	var lines []byte
	for i := range fits {
		f := &fits[i]
		if at[f.Place()] != f {
			continue
		}
		f.Times.Shipped = cmp.Or(f.Times.Shipped, version+", "+date.Format(time.DateOnly))
		f.Times.Node = ""
		for j := range f.Rows {
			f.Rows[j].PredictionsFile, f.Rows[j].Requested = "", ""
		}
		line, err := Encode(*f)
		if err != nil {
			return 0, err
		}
		n, lines = n+1, append(lines, line...)
		for _, file := range f.files() {
			if file.Folder != blob.Weights {
				files[file.Name()] = true
			}
		}
	}
	put := func(name string, content []byte, err error) error {
		w, failed := z.Create(name)
		if err = errors.Join(err, failed); err == nil {
			_, err = w.Write(content)
		}
		return err
	}
	err = put(recordFile("", 0), lines, nil)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err == nil {
			content, failed := rundir.Read(dir, name)
			err = put(name, content, failed)
		}
	}
	if err = errors.Join(err, z.Close()); err != nil {
		return 0, fmt.Errorf("record: ship: %w", err)
	}
	return n, nil
}

// Unship makes a run folder of an archive of [Ship] in an empty folder. An archive that unpacks to
// more than a blob of its size may is damaged: see [blob.Limit].
func Unship(archive io.ReaderAt, size int64, dir string) error {
	z, err := zip.NewReader(archive, size)
	if err == nil {
		most := uint64(blob.Limit(size))
		for _, f := range z.File { // a file with more than its size is an error of zip
			if f.UncompressedSize64 > most {
				err = fmt.Errorf("%d kB unpack to more than %d MB", size>>10, blob.Limit(size)>>20)
				break
			}
			most -= f.UncompressedSize64
		}
	}
	if err == nil {
		err = os.CopyFS(dir, z)
	}
	if err != nil {
		return fmt.Errorf("record: shipped results: %w", err)
	}
	return nil
}
