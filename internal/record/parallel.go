package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

// batchBytes is how much of a record file is decoded at a time, give or take a line.
const batchBytes = 1 << 20

// A batch is some lines of a record file, with their line ends, and what is read from each.
type batch[T any] struct {
	first int // number of the first line
	lines [][]byte
	read  []T           // of the first lines, up to one that cannot be read
	err   error         // of that one
	done  chan struct{} // closed when read and err are set
}

// eachFit calls use with the fit of each whole line of r, in order, and with the line and its end; see eachAs.
func eachFit(r io.Reader, first int, use func(f *Fit, line []byte) error) (torn int64, err error) {
	return eachAs(r, first, Decode, use)
}

// eachAs calls use with what decode reads from each whole line of r, in order, and with the line and its end; the first is number first. Lines are decoded by as many goroutines as there are processors. The first error, of a line or of use,
// ends it and names the line; torn is how many bytes lie behind the last line end.
func eachAs[T any](r io.Reader, first int, decode func(line []byte) (T, error), use func(read *T, line []byte) error) (torn int64, err error) {
	processors := runtime.GOMAXPROCS(0)
	todo, inOrder, stop := make(chan *batch[T]), make(chan *batch[T], 2*processors), make(chan struct{})
	for range processors {
		go func() {
			for b := range todo {
				b.decode(decode)
			}
		}()
	}
	var readErr error
	go func() {
		torn, readErr = cutLines(r, first, func(b *batch[T]) bool {
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
			continue // it has been told to stop
		}
		if err = b.use(use); err != nil {
			close(stop)
		}
	}
	return torn, errors.Join(err, readErr)
}

// Chunks calls do with parts [lo, hi) of [0, n), of that size at most, from as many goroutines as there are processors, until all are done or one has failed, and returns
// the first error.
func Chunks(n, size int, do func(lo, hi int) error) error {
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

// use waits for what is read from a batch and calls use with each.
func (b *batch[T]) use(use func(read *T, line []byte) error) error {
	<-b.done
	for i := range b.read {
		if err := use(&b.read[i], b.lines[i]); err != nil {
			return fmt.Errorf("%d: %w", b.first+i, err)
		}
	}
	return b.err
}

func (b *batch[T]) decode(decode func(line []byte) (T, error)) {
	defer close(b.done)
	b.read = make([]T, 0, len(b.lines))
	for i, line := range b.lines {
		read, err := decode(bytes.TrimSuffix(line, []byte{'\n'}))
		if err != nil {
			if !errors.Is(err, errFormat) {
				err = fmt.Errorf("%w (delete the line to have its fit done again)", err)
			}
			b.err = fmt.Errorf("%d: %w", b.first+i, err)
			return
		}
		b.read = append(b.read, read)
	}
}

// cutLines calls use with the whole lines of r, of which the first has that number, in batches, until it returns false, and returns how many bytes lie
// behind the last line end.
func cutLines[T any](r io.Reader, first int, use func(*batch[T]) bool) (torn int64, err error) {
	in := bufio.NewReaderSize(r, batchBytes)
	b, size := &batch[T]{first: first, done: make(chan struct{})}, 0
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
			b, size = &batch[T]{first: b.first + len(b.lines), done: make(chan struct{})}, 0
		}
		if err != nil {
			return int64(len(line)), nil
		}
	}
}
