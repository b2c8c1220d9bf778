package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// longestTail is how many bytes LogTail reads.
const longestTail = 16 << 10

// LogTail returns the last lines of the log of the fit with that key, at most so many, and at most
// 16 kB; nil if the log is empty or missing.
func LogTail(dir, key string, lines int) ([]string, error) {
	f, err := rundir.Open(dir, logName(key), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("record: log: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("record: log: %w", err)
	}
	text, err := io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-longestTail), longestTail))
	if err != nil {
		return nil, fmt.Errorf("record: log: %w", err)
	}
	all := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if len(all) == 1 && all[0] == "" {
		return nil, nil
	}
	return all[max(0, len(all)-lines):], nil
}
