package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A listing is the names of the blobs in a folder at one time: to list them all takes less than to look for each of many, and
// far less in a folder of another machine.
type listing struct {
	once  sync.Once
	names [][sha256.Size]byte // ascending
}

// has reports whether there is a blob of that name; "" is none that anybody needs.
func (l *listing) has(dir, folder, sha string) bool {
	if sha == "" {
		return true
	}
	l.read(dir, folder)
	name, err := hex.DecodeString(sha)
	if err != nil || len(name) != sha256.Size {
		return false
	}
	_, found := slices.BinarySearchFunc(l.names, [sha256.Size]byte(name), compareNames)
	return found || hasBlob(dir, folder, sha) // put there since
}

// read lists the folder, once.
func (l *listing) read(dir, folder string) [][sha256.Size]byte {
	l.once.Do(func() { l.names = blobsIn(filepath.Join(dir, folder)) })
	return l.names
}

// Blobs returns what tells the statistics and predictions that are in the folder, or were when the first was asked for, from any others: the hash of their names.
func (s *Store) Blobs() string {
	h := sha256.New()
	for _, names := range [][][sha256.Size]byte{s.statistics.read(s.dir, statisticsDir), s.predictions.read(s.dir, predictionsDir)} {
		for i := range names {
			h.Write(names[i][:])
		}
		h.Write(make([]byte, sha256.Size)) // the end
	}
	return hex.EncodeToString(h.Sum(nil))
}

// blobsIn lists the blobs of a folder; none where it cannot be read.
func blobsIn(dir string) (names [][sha256.Size]byte) {
	_ = eachName(dir, func(file string) {
		if sha, ok := strings.CutSuffix(file, ".gz"); ok && isHash(sha) {
			name, _ := hex.DecodeString(sha) // it is one
			names = append(names, [sha256.Size]byte(name))
		}
	})
	slices.SortFunc(names, compareNames)
	return names
}

// eachName calls use with the names in a folder, in no order; of very many it takes much less than to sort them.
func eachName(dir string, use func(name string)) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	for err == nil {
		var names []string
		names, err = f.Readdirnames(4096)
		for _, name := range names {
			use(name)
		}
	}
	return err // io.EOF, unless it cannot be read
}

func compareNames(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) }
