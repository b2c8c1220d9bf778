package record

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// ShippedName is the name of an archive of [Ship] in the folder of its suite.
const ShippedName = "shipped.zip"

// Files of an archive beside the plan and the records, which hold their statistics.
const listsFile = "tests.jsonl" // lists of instances, one a line

// shippedWindow is how far back, in bytes, compression looks for repetitions: the statistics of
// rows with one test set resemble each other.
const shippedWindow = 32 << 20

// Ship writes the current fits of a run folder to an archive, for tables on other machines, and
// returns their number. The archive has the plan, the fits with the statistics of their rows, and
// the lists of instances. It has no weights, predictions, learning curves and logs. Each fit is
// marked with version, the program that made the fits, and the latest date of all, see [Times].
//
// Statistics are shortened to seven digits. The function values returns what tables need in place
// of the counts of a metric: a number for each instance, which becomes a ratio with denominator 1;
// nil for other statistics. A row for which decoder best stands has none. [Row.Unshipped] says what
// was shortened. The archive is a function of the folder, version and values. An unpacked one has
// the same archive.
func Ship(dir, version string, values func(metric string, s *Statistics) []float64,
	to io.Writer) (n int, err error) {
	fits, err := shippedFits(dir, version)
	if err == nil {
		err = inline(dir, fits, values)
	}
	if err != nil {
		return 0, err
	}
	plan, err := rundir.Read(dir, planFile)
	if err != nil {
		return 0, fmt.Errorf("record: ship: %w", err)
	}
	var lines, lists []byte
	known := map[string]bool{"": true} // lists
	for i := range fits {
		f := &fits[i]
		for _, name := range []string{f.TestFile, f.TrainFile, f.GroupsFile} {
			if !known[name] {
				list, failed := blob.Read(dir, blob.Tests, name)
				lists, err = append(lists, list...), errors.Join(err, failed)
				known[name] = true
			}
		}
		line, failed := Encode(*f)
		lines, err = append(lines, line...), errors.Join(err, failed)
	}

	z := zip.NewWriter(to)
	z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor(zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(shippedWindow)))
	put := func(name string, content []byte) {
		w, failed := z.CreateHeader(&zip.FileHeader{Name: name, Method: zstd.ZipMethodWinZip})
		if err = errors.Join(err, failed); err == nil {
			_, err = w.Write(content)
		}
	}
	put(planFile, plan)
	put(listsFile, lists)
	put(recordFile("", 0), lines)
	if err = errors.Join(err, z.Close()); err != nil {
		return 0, fmt.Errorf("record: ship: %w", err)
	}
	return len(fits), nil
}

// shippedFits returns the current fits of a run folder as they are shipped, those of one test set
// together.
func shippedFits(dir, version string) (shipped []Fit, err error) {
	fits, _, err := Load(dir)
	if err != nil {
		return nil, err
	}
	at, stale := Current(fits)
	if len(stale) > 0 {
		return nil, fmt.Errorf("record: ship: other sources scored %d of the fits"+
			"\nhint: run the suite again, which scores them", len(stale))
	}
	var date time.Time
	for _, f := range at {
		if f.Times.Appended.After(date) {
			date = f.Times.Appended
		}
	}
	for i := range fits {
		f := &fits[i]
		if at[f.Place()] != f {
			continue
		}
		f.Times.Shipped = cmp.Or(f.Times.Shipped, version+", "+date.Format(time.DateOnly))
		f.slim()
		shipped = append(shipped, *f)
	}
	slices.SortStableFunc(shipped, func(a, b Fit) int {
		return cmp.Or(cmp.Compare(a.Dataset, b.Dataset), cmp.Compare(a.TestFile, b.TestFile),
			cmp.Compare(a.Label, b.Label), cmp.Compare(a.Split, b.Split))
	})
	return shipped, nil
}

// slim removes from a fit what is not shipped, but for logs and weights, which are files.
func (f *Fit) slim() {
	f.Times.Node = ""
	DropCurve(f)
	for i := range f.Rows {
		r, best := &f.Rows[i], &f.Rows[len(f.Rows)-1]
		r.PredictionsFile, r.Requested = "", ""
		if f.Chosen != "" && r.StatisticsFile != best.StatisticsFile && r.StatisticsFile != "" {
			r.Unshipped, r.StatisticsFile = r.StatisticsFile, ""
		}
	}
}

// inline puts the statistics of the fits into their lines, shortened.
func inline(dir string, fits []Fit, values func(string, *Statistics) []float64) error {
	if err := ReadStatistics(dir, fits); err != nil {
		return err
	}
	for i := range fits {
		for j := range fits[i].Rows {
			r := &fits[i].Rows[j]
			for metric, s := range r.Instances {
				if v := values(metric, &s); v != nil {
					s = Statistics{Num: v, Den: slices.Repeat(Numbers{1}, len(v))}
				}
				sevenDigits(s.Num)
				sevenDigits(s.Den)
				r.Instances[metric] = s
			}
			if name := named(r).StatisticsFile; name != r.StatisticsFile {
				r.Unshipped = cmp.Or(r.Unshipped, r.StatisticsFile)
			}
			r.StatisticsFile = ""
		}
	}
	return nil
}

// sevenDigits rounds numbers to seven significant digits, about single precision.
func sevenDigits(v []float64) {
	for i := range v {
		v[i], _ = strconv.ParseFloat(strconv.FormatFloat(v[i], 'g', 7, 64), 64)
	}
}

// Unship makes a run folder of an archive of [Ship] in an empty folder. An archive that unpacks to
// more than a blob of its size may is damaged: see [blob.Limit].
func Unship(archive io.ReaderAt, size int64, dir string) error {
	z, err := openShipped(archive, size)
	if err == nil {
		err = os.CopyFS(dir, z)
	}
	if err == nil {
		err = fileShipped(dir)
	}
	if err != nil {
		return fmt.Errorf("record: shipped results: %w", err)
	}
	return nil
}

// fileShipped puts the lists and statistics of an unpacked archive into files of their own. The
// folder is temporary, so they are not put on disk one by one.
func fileShipped(dir string) (err error) {
	put := func(folder string, content []byte) (sha string, err error) {
		file := blob.File{Folder: folder, SHA: blob.Hash(content)}
		packed, err := blob.Pack(content)
		if err == nil {
			err = os.MkdirAll(filepath.Join(dir, folder), 0o777)
		}
		if err == nil {
			err = os.WriteFile(file.Path(dir), packed, 0o666)
		}
		return file.SHA, err
	}
	_, err = eachBatch(filepath.Join(dir, listsFile), func(_ int, lists [][]byte) (err error) {
		for _, list := range lists {
			_, failed := put(blob.Tests, append(list, '\n'))
			err = errors.Join(err, failed)
		}
		return err
	})
	if err != nil {
		return err
	}
	records, name := []byte{}, filepath.Join(dir, recordFile("", 0))
	_, err = decodeFile(name, func(f *Fit) error {
		filed, err := detach(*f, put)
		if err != nil {
			return err
		}
		line, err := Encode(filed)
		records = append(records, line...)
		return err
	})
	if err != nil {
		return err
	}
	return os.WriteFile(name, records, 0o666)
}

// openShipped opens an archive, unless it unpacks to too much.
func openShipped(archive io.ReaderAt, size int64) (*zip.Reader, error) {
	z, err := zip.NewReader(archive, size)
	if err != nil {
		return nil, err
	}
	most := uint64(blob.Limit(size))
	for _, f := range z.File { // a file with more than its size is an error of zip
		if f.UncompressedSize64 > most {
			return nil, fmt.Errorf("%d kB unpack to more than %d MB", size>>10, blob.Limit(size)>>20)
		}
		most -= f.UncompressedSize64
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
	return z, nil
}
