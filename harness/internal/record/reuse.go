package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spbench/spbench/harness/internal/record/blob"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// CopyFiles puts the files that fits of another run folder name into the store, as hard links if
// the file system can, else as copies. Then [Store.Append] may write the fits. Logs are copied,
// under the names that key returns.
//
// CopyFiles leaves out missing and damaged files: weights and rows that need them have to be
// computed again. But a fit cannot be reused without its lists of instances, see [Checker].
func (s *Store) CopyFiles(dir string, fits []Fit, key func(*Fit) string) error {
	copied := map[blob.File]bool{} // fits share test sets and perhaps results
	for i := range fits {
		f := &fits[i]
		err := copyLog(dir, s.dir, f.Key, key(f))
		for _, file := range f.files() {
			if err == nil && !copied[file] {
				_, err = file.Copy(dir, s.dir)
			}
			copied[file] = true
		}
		if err != nil {
			return fmt.Errorf("record: reuse fits of %s: %w", dir, err)
		}
	}
	return blob.Sync(s.dir)
}

// files returns the files that a fit names.
func (f *Fit) files() (files []blob.File) {
	add := func(folder, sha string) {
		if sha != "" {
			files = append(files, blob.File{Folder: folder, SHA: sha})
		}
	}
	add(blob.Weights, f.WeightsFile)
	add(blob.Tests, f.TestFile)
	add(blob.Tests, f.TrainFile)
	add(blob.Tests, f.GroupsFile)
	for i := range f.Rows {
		add(blob.Statistics, f.Rows[i].StatisticsFile)
		add(blob.Predictions, f.Rows[i].PredictionsFile)
	}
	return files
}

// maxLog is how many bytes of a log are copied: more than package run writes.
const maxLog = 32 << 20

// copyLog copies the log of the fit with key old, if there is one, to another run folder, as that
// of the fit with key now.
func copyLog(fromDir, toDir, old, now string) error {
	from, err := rundir.Open(fromDir, logName(old), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, rundir.ErrNoFile) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := rundir.Open(toDir, logName(now), os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, io.LimitReader(from, maxLog))
	return errors.Join(err, to.Close())
}
