package record

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/sp"
)

// add packs a fit that is in that line.
func (x *Index) add(p *packer, f *Fit, at line) {
	p.put(reflect.ValueOf(at))
	stub := StubOf(f, 0)
	n := slices.IndexFunc(x.made, func(m map[string]string) bool { return maps.Equal(m, stub.Built) })
	if n < 0 {
		n = len(x.made)
		x.made = append(x.made, stub.Built)
	}
	p.out = binary.AppendUvarint(p.out, uint64(n))
	p.out = binary.AppendUvarint(p.out, uint64(f.Points()))
	p.text(f.Key)
	p.text(stub.Slot)
	p.within(reflect.ValueOf(stub))
	p.within(reflect.ValueOf(f.Identity))
	b := *f
	b.Identity, b.Key = nil, ""
	if n := len(b.Checkpoints); n > 0 {
		last := b.Checkpoints[n-1]
		last.Values = maps.Clone(last.Values)
		maps.DeleteFunc(last.Values, func(name string, _ Number) bool {
			return name != sp.ValueMissedMaxima && name != sp.ValueInstances
		})
		if len(last.Values) == 0 {
			last.Values = nil
		}
		b.Checkpoints, b.Times.Checkpoints = []Checkpoint{last}, b.Times.Checkpoints[n-1:]
	}
	p.put(reflect.ValueOf(b))
	x.starts = append(x.starts, uint32(len(p.out)))
}

// current reports whether the records still begin with what the index stands for. If so, their files are open for extend.
func (x *Index) current() error {
	for i := range x.files {
		c := &x.files[i]
		err := c.open(x.dir)
		if err == nil {
			err = c.check()
		}
		if err != nil {
			return errors.Join(err, x.close())
		}
	}
	return nil
}

// close closes the record files.
func (x *Index) close() (err error) {
	for i := range x.files {
		err = errors.Join(err, x.files[i].close())
	}
	return err
}

// extend reads what the records have beyond the index, closes their files, and returns how many bytes that was.
func (x *Index) extend() (grown int64, err error) {
	defer func() { err = errors.Join(err, x.close()) }()
	names, err := filepath.Glob(filepath.Join(glob(x.dir), recordsAll))
	if err != nil {
		return 0, err
	}
	p := newPacker(x.packed, x.texts) // what is there already is not looked up: few texts are twice
	for _, name := range names {
		n, torn, err := x.extendFile(p, filepath.Base(name))
		if err != nil {
			return 0, fmt.Errorf("%s:%w", name, err)
		}
		grown += n
		if torn > 0 {
			x.warnings = append(x.warnings, tornWarning(name, torn))
		}
	}
	x.packed, x.texts = p.out, p.texts
	if len(x.packed) > 1<<32-1 {
		return 0, errors.New("more than 4 GB of fits in one run folder")
	}
	if grown > 0 {
		x.sort()
	}
	return grown, nil
}

// extendFile is extend of one file.
func (x *Index) extendFile(p *packer, name string) (grown, torn int64, err error) {
	n := slices.IndexFunc(x.files, func(c covered) bool { return c.Name == name })
	if n < 0 {
		n = len(x.files)
		x.files = append(x.files, newCovered(name))
	}
	c := &x.files[n]
	if c.unchanged {
		return 0, 0, nil
	}
	if err := c.open(x.dir); err != nil {
		return 0, 0, err
	}
	c.Stamp = c.is
	torn, err = eachFit(c.file, c.Lines+1, func(f *Fit, text []byte) error {
		x.add(p, f, line{n, int(c.Size), len(text) - 1})
		c.cover(text)
		grown += int64(len(text))
		return nil
	})
	return grown, torn, err
}

// asRead returns the lines in the order in which Load reads them: of file after file, by their names.
func (x *Index) asRead() []int32 {
	read, at := make([]int32, len(x.starts)-1), make([]line, len(x.starts)-1)
	for n := range read {
		read[n] = int32(n)
		x.unpack(int32(n)).get(reflect.ValueOf(&at[n]).Elem())
	}
	slices.SortFunc(read, func(a, b int32) int {
		p, q := at[a], at[b]
		return cmp.Or(cmp.Compare(x.files[p.File].Name, x.files[q.File].Name), cmp.Compare(p.Offset, q.Offset))
	})
	return read
}

// sort finds the lines that count: of several with one key and place the last appended.
func (x *Index) sort() {
	type appended struct {
		line int32
		file int
		at   time.Time
	}
	last := map[id]appended{}
	read := x.asRead()
	for f := range x.lines(len(read), func(i int) int32 { return read[i] }) {
		if old, ok := last[f.id()]; !ok || f.follows(f.line.File, old.file, old.at) {
			last[f.id()] = appended{f.entry, f.line.File, f.Times.Appended}
		}
	}
	x.order = x.order[:0]
	for _, at := range slices.SortedFunc(maps.Keys(last), id.compare) {
		x.order = append(x.order, last[at].line)
	}
}
