package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/record"
)

// What a page has of logs: the last lines of each, and so many bytes of all together.
const (
	logLines = 20
	logBytes = 1 << 20
)

// readLogs returns the ends of the logs of the fits that the table has, by their keys: first those that failed, then the
// others, in their order. Of a log that no room is left for there is a line that says so.
func readLogs(dir string, fits []record.Fit) (map[string][]string, error) {
	latest, _ := record.Current(fits)
	logs, room := map[string][]string{}, logBytes
	for _, failed := range []bool{true, false} {
		for i := range fits {
			f := &fits[i]
			if latest[f.Place()] != f || f.Outcome.Failed() != failed {
				continue
			}
			lines, err := record.LogTail(dir, f.Key, logLines)
			if err != nil {
				return nil, err
			}
			size := 0
			for _, line := range lines {
				size += len(line) + 1
			}
			if size > room {
				lines = []string{fmt.Sprintf("left out, since a page has %d kB of logs: %.12s… in logs of the run folder", logBytes>>10, f.Key)}
			} else {
				room -= size
			}
			if lines != nil {
				logs[f.Key] = lines
			}
		}
	}
	return logs, nil
}
