package record

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
)

// Files in a run folder that nobody needs: what [Cached] returns.
const (
	SumsFile    = "sums"    // of statistics
	SettledFile = "settled" // what was seen to be all there
)

// Cached returns what [Cache] left in a run folder under that name; nil where there is nothing, or it is damaged or of another build.
func Cached(dir, name string) []byte {
	text, err := ReadFile(dir, name)
	if err != nil || len(text) < sha256.Size || thisBuild() == "" {
		return nil
	}
	content := text[sha256.Size:]
	if !bytes.Equal(text[:sha256.Size], seal(content)) {
		return nil
	}
	return content
}

// Cache leaves what was made from files that are named by their content in a run folder, for the next time; where that cannot be done,
// as in a folder that may only be read, nothing happens.
func Cache(dir, name string, content []byte) {
	if thisBuild() != "" { // else it would be that of any build
		_ = replace(dir, name, sealed(content))
	}
}

// Cache is that of the package, for whoever writes to the folder.
func (s *Store) Cache(name string, content []byte) {
	if thisBuild() != "" {
		_ = put(s.dir, name, sealed(content))
	}
}

// sealed writes content behind its seal.
func sealed(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(append(seal(content), content...))
		return err
	}
}

// seal returns the hash of content and of this build.
func seal(content []byte) []byte {
	h := sha256.New()
	h.Write([]byte(thisBuild()))
	h.Write(content)
	return h.Sum(nil)
}

// StatisticsOf returns the statistics in the files of these names in a run folder, in their order. They are read ahead
// by as many goroutines as there are processors.
func StatisticsOf(dir string, names []string) iter.Seq2[map[string]Statistics, error] {
	type result struct {
		all map[string]Statistics
		err error
	}
	const chunk = 32
	return func(yield func(map[string]Statistics, error) bool) {
		for results := range inParallel((len(names)+chunk-1)/chunk, func(c int) (list []result) {
			for _, name := range names[c*chunk : min(len(names), (c+1)*chunk)] {
				row := Row{StatisticsFile: name}
				err := row.readStatistics(dir)
				if err != nil {
					err = fmt.Errorf("record: statistics %.8s: %w: run the suite again, which scores it anew", name, err)
				}
				list = append(list, result{row.Instances, err})
			}
			return list
		}) {
			for _, r := range results {
				if !yield(r.all, r.err) {
					return
				}
			}
		}
	}
}

// StatisticsName returns the name of the file that has these statistics.
func StatisticsName(all map[string]Statistics) (string, error) {
	content, err := packStatistics(all)
	if err != nil {
		return "", err
	}
	return nameOf(statisticsDir, content)
}
