package results

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/record"
)

// Limits of logs on a page: lines of each log, and bytes of all logs.
const (
	logLines = 20
	logBytes = 1 << 20
)

// ReadLogs returns the last lines of the logs, by the key of their fit. It reads the fits of the
// table, failed ones first. If all logs together exceed a limit, a line replaces each further log.
func ReadLogs(dir string, fits []record.Fit) (map[string][]string, error) {
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
				lines = []string{fmt.Sprintf("left out: a page has at most %d kB of logs. See "+
					"logs/%.12s… in the run folder", logBytes>>10, f.Key)}
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
