package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// batchBytes is about how many bytes of a record file are in memory at a time.
const batchBytes = 4 << 20

// decodeFile calls use with the fit of each whole line of a record file, in order. It decodes on all
// processors. The first error, of a line or of use, stops it and names file and line. torn is the
// number of bytes behind the last line end.
func decodeFile(name string, use func(f *Fit) error) (torn int64, err error) {
	return eachBatch(name, func(first int, lines [][]byte) error {
		fits, failed := make([]Fit, len(lines)), make([]error, len(lines))
		_ = Parallel(len(lines), 1, func(i, _ int) error {
			fits[i], failed[i] = Decode(lines[i])
			return nil
		})
		for i, err := range failed {
			if err != nil && !errors.Is(err, errVersion) {
				err = fmt.Errorf("%w\nhint: delete the line, then the suite makes its fit again", err)
			}
			if err == nil {
				err = use(&fits[i])
			}
			if err != nil {
				return fmt.Errorf("%s:%d: %w", name, first+i, err)
			}
		}
		return nil
	})
}

// eachBatch calls use with whole lines of a record file, without their ends, and the number of the
// first of them, until use returns an error. It returns the number of bytes behind the last line
// end.
func eachBatch(name string, use func(first int, lines [][]byte) error) (torn int64, err error) {
	file, err := rundir.OpenPath(name, os.O_RDONLY)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	for first := 1; ; {
		var lines [][]byte
		var rest []byte
		for size := 0; size < batchBytes && err == nil; {
			if rest, err = in.ReadBytes('\n'); err == nil {
				lines, size = append(lines, bytes.TrimSuffix(rest, []byte{'\n'})), size+len(rest)
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if failed := use(first, lines); failed != nil {
			return 0, failed
		}
		if err != nil {
			return int64(len(rest)), nil
		}
		first += len(lines)
	}
}

// Parallel calls do with parts [lo, hi) of [0, n), at most size long, on all processors. It returns
// when all are done or one has failed, with the first error.
func Parallel(n, size int, do func(lo, hi int) error) error {
	var next atomic.Int64
	var once sync.Once
	var first error
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for lo := int(next.Add(int64(size))) - size; lo < n; lo = int(next.Add(int64(size))) - size {
				if err := do(lo, min(n, lo+size)); err != nil {
					once.Do(func() { first = err })
					next.Store(int64(n))
				}
			}
		})
	}
	workers.Wait()
	return first
}
