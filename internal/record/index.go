package record

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sort"
)

// An Index is the fits of a run folder, brief, as tables and resuming need them: of their identity only what built
// them ("build", "harness" and "score"; see [Index.Identity] for the rest), of their checkpoints only the last, without its values but the missed maxima. It may be used by several goroutines.
//
// It is kept in the run folder, in a file that nobody needs: where that is missing, damaged, of another build of spbench,
// or stands for other lines than those that are there, it is made anew from the lines. Lines that were appended since are read from the records.
type Index struct {
	dir      string
	warnings []string

	files  []covered
	texts  []string
	packed []byte
	starts []uint32            // of each line in packed, and its end
	made   []map[string]string // the different builds
	order  []int32             // the lines that count, in the order of Load
}

// OpenIndex reads the records of a run folder, as [Load] does, by their index as far as that goes. It leaves an index for the next time,
// if it can write to the folder.
func OpenIndex(dir string) (*Index, error) {
	if _, err := Plan(dir); err != nil {
		return nil, err
	}
	x, err := readIndex(dir)
	if err == nil {
		err = x.current()
	}
	kept := err == nil
	if !kept {
		x = &Index{dir: dir, starts: []uint32{0}}
	}
	grown, err := x.extend()
	if err != nil {
		return nil, fmt.Errorf("record: load: %w", err)
	}
	settled := kept && slices.ContainsFunc(x.files, func(c covered) bool { return c.settled() })
	if grown > 64<<10+int64(len(x.packed))/4 || settled {
		x.write()
	}
	return x, nil
}

// CurrentIndex returns the index that lies in a run folder, with what was appended since; nil where there is none that can be used, and
// [OpenIndex] would read all lines.
func CurrentIndex(dir string) *Index {
	x, err := readIndex(dir)
	if err == nil {
		err = x.current()
	}
	if err == nil {
		_, err = x.extend()
	}
	if err != nil {
		return nil
	}
	return x
}

// Warnings says which last lines are torn; see [Load].
func (x *Index) Warnings() []string { return x.warnings }

// Len returns how many fits there are.
func (x *Index) Len() int { return len(x.order) }

// Lines returns what tells the lines that the index stands for from any others.
func (x *Index) Lines() string {
	files := map[string]string{}
	for i := range x.files {
		files[x.files[i].Name] = x.files[i].sum()
	}
	return Key(files)
}

// Fits returns the fits in the order of [Load], brief. Each is the caller's own, but for its Identity and what is JSON,
// to be read only.
func (x *Index) Fits() iter.Seq[*Fit] {
	return x.lines(len(x.order), func(i int) int32 { return x.order[i] })
}

// lines returns the fits of n lines, of which number says the i-th.
func (x *Index) lines(n int, number func(i int) int32) iter.Seq[*Fit] {
	const chunk = 256
	return func(yield func(*Fit) bool) {
		for fits := range inParallel((n+chunk-1)/chunk, func(c int) []*Fit {
			fits := make([]*Fit, 0, chunk)
			for i := c * chunk; i < min(n, (c+1)*chunk); i++ {
				fits = append(fits, x.brief(number(i)))
			}
			return fits
		}) {
			for _, f := range fits {
				if !yield(f) {
					return
				}
			}
		}
	}
}

// inParallel returns of(0), …, of(n-1), made by as many goroutines as there are processors.
func inParallel[T any](n int, of func(int) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		ahead := make(chan chan T, 2*runtime.GOMAXPROCS(0))
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			defer close(ahead)
			for i := range n {
				result := make(chan T, 1)
				select {
				case ahead <- result:
					go func() { result <- of(i) }()
				case <-stop:
					return
				}
			}
		}()
		for result := range ahead {
			if !yield(<-result) {
				return
			}
		}
	}
}

// brief returns the fit of line n.
func (x *Index) brief(n int32) *Fit {
	f := &Fit{brief: true, index: x, entry: n}
	u := x.unpack(n)
	u.get(reflect.ValueOf(&f.line).Elem())
	f.Identity = x.made[u.uvarint()]
	f.points = int(u.uvarint())
	made, key := f.Identity, u.text()
	u.skipText() // its slot
	u.skip()     // its stub
	u.skip()     // its identity
	u.get(reflect.ValueOf(f).Elem())
	f.Identity, f.Key = made, key
	return f
}

// Fit returns the fit of a stub of the index, brief. It is the caller's own, but for its Identity and what is JSON, to be read only.
func (x *Index) Fit(s *Stub) *Fit { return x.brief(int32(s.N)) }

// Stubs returns those of the fits, in the order of [Load].
func (x *Index) Stubs() []Stub {
	stubs := make([]Stub, len(x.order))
	_ = Chunks(len(stubs), 1024, func(lo, hi int) error {
		var rows [][]RowStub // the different ones: as many as there are learners
		for i := lo; i < hi; i++ {
			u := x.unpack(x.order[i])
			u.get(reflect.ValueOf(&line{}).Elem())
			stubs[i].Built = x.made[u.uvarint()]
			u.uvarint() // how many checkpoints it has
			stubs[i].Key, stubs[i].Slot = u.text(), u.text()
			u.uvarint() // the length of what follows
			u.get(reflect.ValueOf(&stubs[i]).Elem())
			stubs[i].N = int(x.order[i])
			same := func(list []RowStub) bool { return slices.Equal(list, stubs[i].Rows) }
			if at := slices.IndexFunc(rows, same); at >= 0 {
				stubs[i].Rows = rows[at]
			} else if len(rows) < 64 {
				rows = append(rows, stubs[i].Rows)
			}
		}
		return nil
	})
	return stubs
}

func (x *Index) unpack(n int32) *unpacker {
	return &unpacker{x.packed[x.starts[n]:x.starts[n+1]], x.texts}
}

// slot returns the slot of the fit of line n.
func (x *Index) slot(n int32) string {
	u := x.unpack(n)
	u.get(reflect.ValueOf(&line{}).Elem())
	u.uvarint()  // what built it
	u.uvarint()  // how many checkpoints it has
	u.skipText() // its key
	return u.text()
}

// Identity returns the whole identity of the fit of a stub of the index.
func (x *Index) Identity(s *Stub) (identity map[string]string) {
	u := x.unpack(int32(s.N))
	u.get(reflect.ValueOf(&line{}).Elem())
	u.uvarint()  // what built it
	u.uvarint()  // how many checkpoints it has
	u.skipText() // its key
	u.skipText() // its slot
	u.skip()     // its stub
	u.uvarint()  // the length of what follows
	u.get(reflect.ValueOf(&identity).Elem())
	return identity
}

// Of returns the fits with a key, brief.
func (x *Index) Of(key string) (fits []*Fit) {
	at := sort.Search(len(x.order), func(i int) bool { return x.brief(x.order[i]).Key >= key })
	for ; at < len(x.order); at++ {
		f := x.brief(x.order[at])
		if f.Key != key {
			break
		}
		fits = append(fits, f)
	}
	return fits
}

// A line says where a fit is.
type line struct {
	File, Offset, Size int
}

// Whole returns what the line of a brief fit says; a fit that is not brief is returned as it is.
func (x *Index) Whole(f *Fit) (whole Fit, err error) {
	if !f.brief {
		return *f, nil
	}
	name := filepath.Join(x.dir, x.files[f.line.File].Name)
	text := make([]byte, f.line.Size)
	file, err := openPath(name, os.O_RDONLY)
	if err == nil {
		_, err = file.ReadAt(text, int64(f.line.Offset))
		err = errors.Join(err, file.Close())
	}
	if err == nil {
		whole, err = Decode(text)
	}
	if err == nil && whole.id() != f.id() {
		err = errors.New("another line is there: it has changed while it was read")
	}
	if err != nil {
		return whole, fmt.Errorf("record: %s, byte %d: %w", name, f.line.Offset, err)
	}
	return whole, nil
}
