package record

import (
	"errors"
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
	rest, err := blob.CutHead(content, &heads)
	if err != nil {
		return nil, err
	}
	all := map[string]Statistics{}
	for _, h := range heads {
		s := Statistics{Width: h.Width}
		if s.Num, rest, err = blob.CutFloats(rest, h.Num); err == nil {
			s.Den, rest, err = blob.CutFloats(rest, h.Den)
		}
		if err == nil {
			s.Counts, rest, err = blob.CutFloats(rest, h.Counts)
		}
		if err == nil {
			err = s.check()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", h.Metric, err)
		}
		all[h.Metric] = s
	}
	if len(rest) > 0 {
		return nil, errors.New("something follows the statistics")
	}
	return all, nil
}

// ReadStatistics sets [Row.Instances] of the rows of fits and the lists of [ReadIDs] from the
// files of run folder dir. [Load] does not read these files. Fits with the same test or training
// set share its list.
func ReadStatistics(dir string, fits []Fit) error {
	if err := ReadIDs(dir, fits); err != nil {
		return err
	}
	return Parallel(len(fits), 16, func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			f := &fits[i]
			for j := range f.Rows {
				if err := f.Rows[j].readStatistics(dir); err != nil {
					return fmt.Errorf("record: statistics of %s on %s, split %d, seed %s, decoder %s: %w\nhint: run the suite again, which scores it again",
						f.Label, f.Dataset, f.Split, f.Seed, f.Rows[j].Label, err)
				}
			}
		}
		return nil
	})
}

// ReadStatisticsFile returns the statistics in the file with that name in run folder dir.
func ReadStatisticsFile(dir, name string) (map[string]Statistics, error) {
	row := Row{StatisticsFile: name}
	if err := row.readStatistics(dir); err != nil {
		return nil, fmt.Errorf("record: statistics %.8s: %w\nhint: run the suite again, which scores it again", name, err)
	}
	return row.Instances, nil
}

// StatisticsName returns the name of the file of these statistics.
func StatisticsName(all map[string]Statistics) (string, error) {
	content, err := packStatistics(all)
	if err != nil {
		return "", err
	}
	return blob.Hash(content), nil
}

// ReadIDs sets [Fit.Test], [Fit.Train] and [Fit.Groups] only. Fits with the same test or training
// set share its list.
func ReadIDs(dir string, fits []Fit) error {
	known := map[string][]string{}
	read := func(name, dataset string) (ids []string, err error) {
		ids, ok := known[name]
		if !ok {
			ids, err = readIDs(dir, name, dataset)
			known[name] = ids
		}
		return ids, err
	}
	for i := range fits {
		f := &fits[i]
		var err error
		if f.Test, err = read(f.TestFile, f.Dataset); err == nil {
			f.Train, err = read(f.TrainFile, f.Dataset)
		}
		if err == nil {
			f.Groups, err = read(f.GroupsFile, f.Dataset)
		}
		if err != nil {
			return err
		}
	}
	return nil
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
