package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Take puts the files that the fits of another run folder name into the store, for these to be appended: as hard
// links where the file system can, else as copies. A file that is missing or damaged there is left out; the
// weights and rows that need it are then made anew. Lists of instances are not: see [HasLists]. Logs are copied, to the names that key gives them.
func (s *Store) Take(dir string, fits []Fit, key func(*Fit) string) error {
	taken := map[contentFile]bool{} // several fits have one test set, and perhaps one outcome
	for i := range fits {
		f := &fits[i]
		err := s.takeLog(dir, f.Key, key(f))
		for _, file := range f.files() {
			if err == nil && !taken[file] {
				_, err = s.takeFile(dir, file)
			}
			taken[file] = true
		}
		if err != nil {
			return fmt.Errorf("record: take over from %s: %w", dir, err)
		}
	}
	return s.syncFiles()
}

// takeFile puts a file of another run folder into the store, unless it has it, and reports whether it has it then: not
// where the file there is damaged.
func (s *Store) takeFile(dir string, file contentFile) (has bool, err error) {
	if file.whole(s.dir) {
		return true, nil
	}
	if !file.whole(dir) {
		return false, nil
	}
	err = linkOrCopy(dir, file, file.path(s.dir))
	return err == nil, err
}

// linkFile puts a file of another run folder into the store as a hard link, as it is; where that cannot be, as takeFile does.
func (s *Store) linkFile(dir string, file contentFile) error {
	err := os.Link(file.path(dir), file.path(s.dir))
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	_, err = s.takeFile(dir, file)
	return err
}

// syncFiles makes durable which files the store has, before lines name them.
func (s *Store) syncFiles() error {
	for _, sub := range []string{weightsDir, statisticsDir, predictionsDir, testsDir} {
		if err := syncDir(filepath.Join(s.dir, sub)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

// HasLists reports whether a run folder has the lists of instances that the record of a fit names.
func HasLists(dir string, f *Fit) bool {
	whole := func(sha string) bool { return sha == "" || contentFile{testsDir, sha}.whole(dir) }
	return whole(f.TestFile) && whole(f.TrainFile)
}

// A named file of a run folder: weights, or a blob of that folder.
type contentFile struct{ folder, sha string }

// files returns the files that a record names.
func (f *Fit) files() (files []contentFile) {
	add := func(folder, sha string) {
		if sha != "" {
			files = append(files, contentFile{folder, sha})
		}
	}
	add(weightsDir, f.WeightsFile)
	add(testsDir, f.TestFile)
	add(testsDir, f.TrainFile)
	for i := range f.Rows {
		add(statisticsDir, f.Rows[i].StatisticsFile)
		add(predictionsDir, f.Rows[i].PredictionsFile)
	}
	return files
}

func (c contentFile) path(dir string) string { return filepath.Join(dir, c.name()) }

func (c contentFile) name() string {
	if c.folder == weightsDir {
		return weightsName(c.sha)
	}
	return blobName(c.folder, c.sha)
}

// whole reports whether the file is there and has the content that it is named by.
func (c contentFile) whole(dir string) bool {
	var err error
	if c.folder == weightsDir {
		_, err = readWeights(dir, c.sha)
	} else {
		err = checkBlob(dir, c.folder, c.sha)
	}
	return err == nil
}

// takeLog copies the log of a fit's processes, if there is one.
func (s *Store) takeLog(dir, was, is string) error {
	from, err := OpenFile(dir, logName(was), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNoFile) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := OpenFile(s.dir, logName(is), os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, io.LimitReader(from, mostLog))
	return errors.Join(err, to.Close())
}

// mostLog is how many bytes of a log are copied: more than package bench writes.
const mostLog = 32 << 20

// linkOrCopy makes to the same as a file of run folder dir, in place of a damaged one. Files named
// by their content are never written to.
func linkOrCopy(dir string, file contentFile, to string) error {
	from := file.path(dir)
	err := os.Link(from, to)
	if errors.Is(err, fs.ErrExist) {
		if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		err = os.Link(from, to)
	}
	if err == nil {
		return nil
	}
	content, err := ReadFile(dir, file.name())
	if err == nil {
		err = writeFile(to, content)
	}
	return err
}
