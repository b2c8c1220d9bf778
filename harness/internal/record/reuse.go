package record

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// CopyFiles puts the files that fits of another run folder name into the store, as hard links if
// the file system can, else as copies. Then [Store.Append] may write the fits. Their logs stay where
// they are.
//
// CopyFiles leaves out missing and damaged files: weights and rows that need them have to be
// computed again. But a fit cannot be reused without its lists of instances, see [Checker].
func (s *Store) CopyFiles(dir string, fits []Fit) error {
	copied := map[blob.File]bool{} // fits share test sets and perhaps results
	for i := range fits {
		for _, file := range fits[i].files() {
			if copied[file] {
				continue
			}
			if err := file.Copy(dir, s.dir); err != nil {
				return fmt.Errorf("record: reuse fits of %s: %w", dir, err)
			}
			copied[file] = true
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
