package format

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/param"
)

var npzFormat = with(Format{
	Name:    "npz",
	Doc:     "arrays of numpy (savez, savez_compressed): the variables of all instances one after the other, with offsets",
	Endings: []string{".npz"},
}, struct{}{}, func(paths []string, _ struct{}) (*Content, error) {
	r := &npzReader{jsonlReader: jsonlReader{builder: newBuilder()}}
	if err := r.eachPath(paths, r.readFile); err != nil {
		return nil, err
	}
	return r.content(), nil
})

// An npzReader makes of arrays what a line of JSON is read to, one instance after the other.
type npzReader struct {
	jsonlReader
	set npzSet
}

// An npzSet is the arrays of one file. V variables and E edges of all instances follow each other.
type npzSet struct {
	offsets, edgeOffsets []int // I+1: where each instance begins, and where the last ends
	node, edge           npzRows
	ends                 []int32 // E×2
	gold                 []int32
	size, mixed          []float64
	allowed              []int32 // V×K, 0 or 1
	outside              []int32 // V, 0 or 1
	id                   []string
	weight               []float64
	fold                 []int
	shape, box           []int32 // I×2, I×4
	chain                bool
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
	z, err := zip.OpenReader(path)
	if err != nil {
		return fmt.Errorf("%s: no file of arrays: %w", path, err)
	}
	err = r.readZip(path, &z.Reader)
	return errors.Join(err, z.Close())
}

func (r *npzReader) readZip(path string, z *zip.Reader) error {
	r.set = npzSet{}
	files := slices.Clone(z.File)
	slices.SortStableFunc(files, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	seen := map[string]int{} // which array has how many rows
	for _, f := range files {
		name := strings.TrimSuffix(f.Name, ".npy")
		if err := r.readArray(f, name, seen); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if err := r.check(seen); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for i := range len(r.set.offsets) - 1 {
		p := place{file: path, line: i + 1, of: "instance"}
		if err := r.take(i, p); err != nil {
			return p.errorf("%w", err)
		}
		if err := r.instance(p, i+1); err != nil {
			return err
		}
	}
	return nil
}

// readArray reads one array to where it belongs and notes how many rows it has.
func (r *npzReader) readArray(f *zip.File, name string, seen map[string]int) error {
	i := slices.IndexFunc(npzArrays, func(a npzArray) bool { return a.name == name })
	if i < 0 {
		var names []string
		for _, a := range npzArrays {
			names = append(names, a.name)
		}
		return param.Unknown("array", name, names)
	}
	content, err := f.Open()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer content.Close()
	a, err := newArray(name, bufio.NewReaderSize(content, 1<<16))
	if err != nil {
		return err
	}
	known := &npzArrays[i]
	if _, twice := seen[name]; twice {
		return fmt.Errorf("%s is there twice", name)
	}
	if dims := len(a.shape); dims != known.dims && (name != "labels" || dims > 1) {
		return fmt.Errorf("%s has %d dimensions, want %s", name, dims, known.want())
	}
	if known.columns > 0 && a.shape[1] != known.columns {
		return fmt.Errorf("%s has %d columns, want %s", name, a.shape[1], known.want())
	}
	seen[name] = 1
	if len(a.shape) > 0 {
		seen[name] = a.shape[0]
	}
	return known.read(r, a)
}

// check holds the lengths of the arrays to each other.
func (r *npzReader) check(seen map[string]int) error {
	s := &r.set
	if len(s.offsets) < 2 {
		return errors.New("want offsets: where the variables of each instance begin, and where the last ones end, [0, n1, n1+n2, …]")
	}
	variables, err := ascending("offsets", s.offsets)
	if err != nil {
		return err
	}
	edges := len(s.ends) / 2
	if s.edgeOffsets == nil && edges > 0 {
		return errors.New("edges without edge_offsets: want where the edges of each instance begin, and where the last ones end")
	}
	if s.edgeOffsets == nil {
		s.edgeOffsets = make([]int, len(s.offsets))
	}
	last, err := ascending("edge_offsets", s.edgeOffsets)
	switch {
	case err != nil:
		return err
	case len(s.edgeOffsets) != len(s.offsets):
		return fmt.Errorf("%d edge_offsets, want %d as of offsets", len(s.edgeOffsets), len(s.offsets))
	case last != edges:
		return fmt.Errorf("edge_offsets end at %d, but there are %d edges", last, edges)
	}
	most := map[byte]int{'V': variables, 'E': edges, 'I': len(s.offsets) - 1}
	if s.chain { // its edges are not listed
		for i := range len(s.offsets) - 1 {
			s.edgeOffsets[i+1] = s.edgeOffsets[i] + max(s.offsets[i+1]-s.offsets[i]-1, 0)
		}
		most['E'] = s.edgeOffsets[len(s.offsets)-1]
	}
	for _, a := range npzArrays {
		if have, ok := seen[a.name]; ok && a.per != 0 && have != most[a.per] {
			return fmt.Errorf("%s has %d rows, want %d: %s", a.name, have, most[a.per], a.want())
		}
	}
	for _, rows := range []struct {
		name string
		of   *npzRows
		most int
	}{{"node", &s.node, variables}, {"edge", &s.edge, most['E']}} {
		if err := rows.of.check(rows.name, rows.most); err != nil {
			return err
		}
	}
	return nil
}

// check holds the arrays of sparse rows to each other.
func (w *npzRows) check(name string, most int) error {
	if w.start == nil {
		if w.index != nil || w.value != nil {
			return fmt.Errorf("%s_indices or %s_data without %s_indptr", name, name, name)
		}
		return nil
	}
	last, err := ascending(name+"_indptr", w.start)
	switch {
	case err != nil:
		return err
	case w.dense != nil:
		return fmt.Errorf("both dense rows and %s_indptr: want one of them", name)
	case len(w.start) != most+1:
		return fmt.Errorf("%s_indptr has %d values, want %d: one for each row, and where the last one ends", name, len(w.start), most+1)
	case last != len(w.index) || last > math.MaxInt32:
		return fmt.Errorf("%s_indptr ends at %d, but there are %d %s_indices", name, last, len(w.index), name)
	case w.value != nil && len(w.value) != len(w.index):
		return fmt.Errorf("%d %s_data for %d %s_indices", len(w.value), name, len(w.index), name)
	}
	return nil
}

// ascending returns the last of offsets that begin at 0 and never descend.
func ascending(name string, list []int) (last int, err error) {
	if len(list) == 0 || list[0] != 0 {
		return 0, fmt.Errorf("%s must begin with 0", name)
	}
	for i := 1; i < len(list); i++ {
		if list[i] < list[i-1] {
			return 0, fmt.Errorf("%s: %d follows %d: they must not descend", name, list[i], list[i-1])
		}
	}
	return list[len(list)-1], nil
}
