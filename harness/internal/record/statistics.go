package record

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// A statisticsHead says how many numbers of one metric follow, in the order of these fields.
type statisticsHead struct {
	Metric string `json:"metric"`
	Num    int    `json:"num,omitempty"`
	Den    int    `json:"den,omitempty"`
	Counts int    `json:"counts,omitempty"`
	Width  int    `json:"width,omitempty"` // as in Statistics
}

// packStatistics returns the content of a file of statistics. It is a function of the statistics.
func packStatistics(all map[string]Statistics) ([]byte, error) {
	var heads []statisticsHead
	var arrays []byte
	for _, metric := range slices.Sorted(maps.Keys(all)) {
		s := all[metric]
		heads = append(heads, statisticsHead{metric, len(s.Num), len(s.Den), len(s.Counts), s.Width})
		arrays = blob.AppendFloats(blob.AppendFloats(blob.AppendFloats(arrays, s.Num), s.Den), s.Counts)
	}
	line, err := blob.Head(heads)
	return append(line, arrays...), err
}

func unpackStatistics(content []byte) (map[string]Statistics, error) {
	var heads []statisticsHead
	in, err := blob.CutHead(content, &heads)
	if err != nil {
		return nil, err
	}
	all := map[string]Statistics{}
	for _, h := range heads {
		s := Statistics{Width: h.Width, Num: blob.Cut[float64](in, h.Num),
			Den: blob.Cut[float64](in, h.Den), Counts: blob.Cut[float64](in, h.Counts)}
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", h.Metric, err)
		}
		all[h.Metric] = s
	}
	return all, in.End()
}

// ReadStatistics sets [Row.Instances] of the rows of fits and the lists of [ReadIDs] from the
// files of run folder dir. [Load] does not read these files. A fit with a missing or damaged file
// gets [Fit.Lost]. The error is about the first of them.
func ReadStatistics(dir string, fits []Fit) error {
	ReadIDs(dir, fits)
	_ = Parallel(len(fits), 16, func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			f := &fits[i]
			for j := range f.Rows {
				if err := f.Rows[j].readStatistics(dir); err != nil {
					f.Lost = err.Error()
				}
			}
		}
		return nil
	})
	for i := range fits {
		if f := &fits[i]; f.Lost != "" {
			return fmt.Errorf("record: statistics of %s on %s, split %d, seed %s: %s\n%s", f.Label,
				f.Dataset, f.Split, f.Seed, f.Lost, again)
		}
	}
	return nil
}

const again = "hint: run the suite again, which makes it again"

// ReadStatisticsFile returns the statistics in the file with that name in run folder dir.
func ReadStatisticsFile(dir, name string) (map[string]Statistics, error) {
	row := Row{StatisticsFile: name}
	err := row.readStatistics(dir)
	return row.Instances, err
}

// StatisticsName returns the name of the file of these statistics.
func StatisticsName(all map[string]Statistics) (string, error) {
	content, err := packStatistics(all)
	if err != nil {
		return "", err
	}
	return blob.Hash(content), nil
}

// ReadIDs sets [Fit.Test], [Fit.Train] and [Fit.Groups] only, or [Fit.Lost]. Fits with the same
// test or training set share its list.
func ReadIDs(dir string, fits []Fit) {
	type list struct {
		ids  []string
		lost error
	}
	known := map[string]list{}
	for i := range fits {
		f := &fits[i]
		read := func(name string) []string {
			l, ok := known[name]
			if !ok {
				l.ids, l.lost = readIDs(dir, name, f.Dataset)
				known[name] = l
			}
			if l.lost != nil {
				f.Lost = l.lost.Error()
			}
			return l.ids
		}
		f.Test, f.Train, f.Groups = read(f.TestFile), read(f.TrainFile), read(f.GroupsFile)
	}
}

func (r *Row) readStatistics(dir string) error {
	if r.StatisticsFile == "" {
		return nil
	}
	content, err := blob.Read(dir, blob.Statistics, r.StatisticsFile)
	if err != nil {
		return err
	}
	r.Instances, err = unpackStatistics(content)
	return err
}
