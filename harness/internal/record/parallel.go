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

// batchBytes is about how many bytes of a record file are decoded at a time.
const batchBytes = 1 << 20

// A batch is a part of a record file: lines with their ends, and their fits.
type batch struct {
	first int // number of the first line
	lines [][]byte
	fits  []Fit         // up to the first line that cannot be read
	err   error         // of that line
	done  chan struct{} // closed when fits and err are set
}

// decodeFile calls use with the fit of each whole line of a record file, in order, and with the
// line and its end. It decodes on all processors. The first error, of a line or of use, stops it
// and names file and line. torn is the number of bytes behind the last line end.
func decodeFile(name string, use func(f *Fit, line []byte) error) (torn int64, err error) {
	file, err := rundir.OpenPath(name, os.O_RDONLY)
	if err != nil {
		return 0, err
	}
	processors := runtime.GOMAXPROCS(0)
	todo, inOrder, stop := make(chan *batch), make(chan *batch, 2*processors), make(chan struct{})
	for range processors {
		go func() {
			for b := range todo {
				b.decode()
			}
		}()
	}
	var readErr error
	go func() {
		torn, readErr = cutLines(file, func(b *batch) bool {
			select {
			case todo <- b:
				inOrder <- b
				return true
			case <-stop:
				return false
			}
		})
		close(todo)
		close(inOrder)
	}()
	for b := range inOrder {
		if err != nil {
			continue // drain the channel
		}
		if err = b.use(use); err != nil {
			err = fmt.Errorf("%s:%w", name, err)
			close(stop)
		}
	}
	return torn, errors.Join(err, readErr, file.Close())
}

// eachLine calls use with the number and the text of each whole line of a record file.
func eachLine(name string, use func(number int, line []byte)) error {
	file, err := rundir.OpenPath(name, os.O_RDONLY)
	if err != nil {
		return err
	}
	_, err = cutLines(file, func(b *batch) bool {
		for i, line := range b.lines {
			use(b.first+i, bytes.TrimSuffix(line, []byte{'\n'}))
		}
		return true
	})
	return errors.Join(err, file.Close())
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

// use waits until a batch is decoded and calls use with each fit.
func (b *batch) use(use func(f *Fit, line []byte) error) error {
	<-b.done
	for i := range b.fits {
		if err := use(&b.fits[i], b.lines[i]); err != nil {
			return fmt.Errorf("%d: %w", b.first+i, err)
		}
	}
	return b.err
}

func (b *batch) decode() {
	defer close(b.done)
	b.fits = make([]Fit, 0, len(b.lines))
	for i, line := range b.lines {
		f, err := Decode(bytes.TrimSuffix(line, []byte{'\n'}))
		if err != nil {
			if !errors.Is(err, errVersion) {
				err = fmt.Errorf("%w\nhint: delete the line, then the suite makes its fit again", err)
			}
			b.err = fmt.Errorf("%d: %w", b.first+i, err)
			return
		}
		b.fits = append(b.fits, f)
	}
}

// cutLines calls use with the whole lines of r, in batches, until use returns false. It returns the
// number of bytes behind the last line end.
func cutLines(r io.Reader, use func(*batch) bool) (torn int64, err error) {
	in := bufio.NewReaderSize(r, batchBytes)
	b, size := &batch{first: 1, done: make(chan struct{})}, 0
	for {
		line, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if err == nil {
			b.lines, size = append(b.lines, line), size+len(line)
		}
		if (err != nil || size >= batchBytes) && len(b.lines) > 0 {
			if !use(b) {
				return 0, nil
			}
			b, size = &batch{first: b.first + len(b.lines), done: make(chan struct{})}, 0
		}
		if err != nil {
			return int64(len(line)), nil
		}
	}
}
