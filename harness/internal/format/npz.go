package format

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data/array"
	"github.com/spbench/spbench/harness/internal/format/compressed"
	"github.com/spbench/spbench/harness/param"
)

var npzFormat = with(Format{
	Name: "npz",
	Doc: "arrays of numpy (savez, savez_compressed): the variables of all instances one " +
		"after the other, with offsets",
	Endings: []string{".npz"},
}, struct{}{}, func(in files, _ struct{}) (*Content, error) {
	r := newNPZ()
	if err := r.eachPath(in, r.readFile); err != nil {
		return nil, err
	}
	return r.content(), nil
})

// An npzReader converts arrays to records, one instance after the other.
type npzReader struct {
	recordReader
	set    npzSet
	arrays []npzArray // possible ones
}

func newNPZ() *npzReader {
	r := &npzReader{recordReader: recordReader{builder: newBuilder()}}
	r.arrays = r.possible()
	return r
}

// An npzSet holds the arrays of one file. V variables and E edges of all instances follow each
// other.
type npzSet struct {
	// I+1: start of each instance, and end of the last
	offsets, edgeOffsets, labelOffsets []int
	node, edge, label                  npzRows
	ends                               []int32 // E×2
	gold                               []int32
	size, mixed                        []float64
	allowed                            []int32 // V×K, 0 or 1
	outside                            []int32 // V, 0 or 1
	id                                 []string
	weight                             []float64
	fold                               []int
	group                              []string
	shape, box                         []int32 // I×2, I×4
	chain                              bool

	structure []string
	numbers   [6][]int32 // I, of structures: none, single, source, sink, least, most
	arcs      []int32    // V×2
}

// npzRows are rows of features, dense or in compressed sparse rows.
type npzRows struct {
	width int
	dense []float32
	start []int
	index []int32
	value []float32
}

func (r *npzReader) readFile(path string) error {
	if _, ending := compressed.Plain(path); ending != "" {
		return fmt.Errorf("%s: arrays are not read from %s: expand the file, or write it with "+
			"savez_compressed", path, ending)
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		return fmt.Errorf("%s: not a file of arrays: %w", path, err)
	}
	info, err := os.Stat(path)
	if err == nil {
		err = r.readZip(path, &z.Reader, info.Size())
	}
	return errors.Join(err, z.Close())
}

// readZip reads the arrays of a file of size bytes.
func (r *npzReader) readZip(path string, z *zip.Reader, size int64) error {
	r.set = npzSet{}
	files := slices.Clone(z.File)
	slices.SortStableFunc(files, func(a, b *zip.File) int {
		return strings.Compare(a.Name, b.Name)
	})
	seen := map[string]int{} // number of rows by name of array
	for _, f := range files {
		name := strings.TrimSuffix(f.Name, ".npy")
		if err := r.readArray(f, name, size, seen); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if err := r.check(seen); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer func() { r.set = npzSet{} }()
	for i := range len(r.set.offsets) - 1 {
		p := place{file: path, line: i + 1, of: "instance"}
		if err := r.addRecord(r.set.record(i, r.K), i+1, p); err != nil {
			return err
		}
	}
	return nil
}

// readArray reads one array to its destination and records its number of rows.
func (r *npzReader) readArray(f *zip.File, name string, size int64, seen map[string]int) error {
	i := slices.IndexFunc(r.arrays, func(a npzArray) bool { return a.name == name })
	if i < 0 {
		var names []string
		for _, a := range r.arrays {
			names = append(names, a.name)
		}
		return param.Unknown("array", name, names)
	}
	content, err := f.Open()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer content.Close()
	a, err := array.NewNPY(name, bufio.NewReaderSize(content, 1<<16))
	if err != nil {
		return err
	}
	const ratio = 8 // more than numbers are compressed by
	a.Bytes = min(f.UncompressedSize64, ratio*min(f.CompressedSize64, uint64(size)))
	known := &r.arrays[i]
	if _, twice := seen[name]; twice {
		return fmt.Errorf("%s is there twice", name)
	}
	if dims := len(a.Shape); dims != known.dims && (name != "labels" || dims > 1) {
		return fmt.Errorf("%s has %d dimensions, want %s", name, dims, known.want())
	}
	if known.columns > 0 && a.Shape[1] != known.columns {
		return fmt.Errorf("%s has %d columns, want %s", name, a.Shape[1], known.want())
	}
	seen[name] = 1
	if len(a.Shape) > 0 {
		seen[name] = a.Shape[0]
	}
	return known.read(a)
}
