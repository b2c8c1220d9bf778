package record

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// indexFile is in a run folder. It is a line of JSON, the head, and then, as the head says how many: the lengths of the
// texts, as uint32, the texts, where each packed fit begins and the last ends, and the order, as uint32 each, the packed
// fits, and the SHA-256 of all that.
const indexFile = "index"

// An indexHead says what an index stands for and what follows.
type indexHead struct {
	Build  string // of spbench: what another one has packed may mean something else
	Files  []covered
	Made   []map[string]string
	Texts  int
	Bytes  int // of the texts
	Starts int
	Order  int
	Packed int
}

// thisBuild returns the SHA-256 of the program that runs; "" where it cannot be read.
var thisBuild = sync.OnceValue(func() string {
	file, err := os.Open("/proc/self/exe") // on Linux: where another build was installed meanwhile, it is still this one
	if err != nil {
		name, other := os.Executable()
		if other != nil {
			return ""
		}
		if file, err = os.Open(name); err != nil {
			return ""
		}
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
})

// readIndex returns the index in a run folder as it was written. An error says why there is none that can be used.
func readIndex(dir string) (x *Index, err error) {
	file, err := OpenFile(dir, indexFile, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := bufio.NewReaderSize(file, 1<<16)
	text, err := r.ReadBytes('\n')
	var head indexHead
	if err == nil {
		err = json.Unmarshal(text, &head)
	}
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	size := int64(4*head.Texts + head.Bytes + 4*head.Starts + 4*head.Order + head.Packed + sha256.Size)
	if head.Build != thisBuild() || head.Build == "" || min(head.Texts, head.Bytes, head.Starts-1, head.Order, head.Packed) < 0 || info.Size()-int64(len(text)) != size {
		return nil, errors.New("it is of another build, or torn")
	}
	x = &Index{dir: dir, files: head.Files, made: head.Made}
	in := &numbered{Reader: r, hash: sha256.New()}
	in.hash.Write(text)
	lengths := in.numbers(head.Texts)
	all := in.text(head.Bytes)
	x.starts, x.order = in.numbers(head.Starts), make([]int32, 0, head.Order)
	for _, n := range in.numbers(head.Order) {
		x.order = append(x.order, int32(n))
	}
	x.packed = make([]byte, head.Packed)
	in.read(x.packed)
	want, is := in.hash.Sum(nil), make([]byte, sha256.Size)
	if in.read(is); in.err != nil || !bytes.Equal(is, want) {
		return nil, errors.New("it is damaged")
	}
	x.texts = make([]string, len(lengths))
	for i, n := range lengths {
		x.texts[i], all = all[:n], all[n:]
	}
	return x, nil
}

// write puts the index in place, whole; where that cannot be done, as in a folder that may only be read or that a process writes to, there is none.
func (x *Index) write() {
	if thisBuild() == "" {
		return
	}
	head := indexHead{Build: thisBuild(), Files: x.files, Made: x.made, Texts: len(x.texts), Starts: len(x.starts), Order: len(x.order), Packed: len(x.packed)}
	for i := range head.Files {
		head.Files[i].Sum = head.Files[i].sum()
	}
	lengths, order := make([]uint32, len(x.texts)), make([]uint32, len(x.order))
	for i, text := range x.texts {
		lengths[i], head.Bytes = uint32(len(text)), head.Bytes+len(text)
	}
	for i, n := range x.order {
		order[i] = uint32(n)
	}
	first, err := pack(head)
	if err != nil {
		return
	}
	_ = replace(x.dir, indexFile, func(file io.Writer) error {
		h := sha256.New()
		w := bufio.NewWriterSize(io.MultiWriter(file, h), 1<<16)
		w.Write(first)
		writeNumbers(w, lengths)
		for _, text := range x.texts {
			w.WriteString(text)
		}
		writeNumbers(w, x.starts)
		writeNumbers(w, order)
		w.Write(x.packed)
		if err := w.Flush(); err != nil { // the first error of all
			return err
		}
		_, err := file.Write(h.Sum(nil))
		return err
	})
}

// replace puts a file that nobody needs in place in a run folder, whole or not at all, unless a process has the folder open for writing: it may be
// about to delete it. It need not outlive a crash of the machine.
func replace(dir, name string, content func(io.Writer) error) (err error) {
	reading, err := share(filepath.Join(dir, lockFile))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reading.Close()) }()
	return put(dir, name, content)
}

// put is replace for a process that keeps others from the folder.
func put(dir, name string, content func(io.Writer) error) error {
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	err = errors.Join(content(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

func writeNumbers(w *bufio.Writer, numbers []uint32) {
	var b [4]byte
	for _, n := range numbers {
		binary.LittleEndian.PutUint32(b[:], n)
		w.Write(b[:])
	}
}

// A numbered reads what was written so, and hashes it.
type numbered struct {
	io.Reader
	hash hash.Hash
	err  error // the first one
}

// read fills b, unless there was an error.
func (r *numbered) read(b []byte) {
	if r.err == nil {
		_, r.err = io.ReadFull(r.Reader, b)
		r.hash.Write(b)
	}
}

func (r *numbered) numbers(n int) []uint32 {
	b, numbers := make([]byte, 4*n), make([]uint32, n)
	r.read(b)
	for i := range numbers {
		numbers[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return numbers
}

// text reads n bytes into one string, without holding them twice.
func (r *numbered) text(n int) string {
	var all strings.Builder
	all.Grow(n)
	for b := make([]byte, 1<<20); all.Len() < n && r.err == nil; {
		b = b[:min(len(b), n-all.Len())]
		r.read(b)
		all.Write(b)
	}
	return all.String()
}
