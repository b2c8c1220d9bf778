package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"hash"

	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/sp"
)

// A keptFile is the checkpoints of a fit under way that lie beside its state, where each is written once: with a curve there are many, each with all
// weights, and states are saved often.
type keptFile struct {
	n    int   // checkpoints that are in it
	size int64 // of these
	hash hash.Hash
}

// writeKept adds those of the checkpoints that are not in the file, and says in s what it has then.
func (x *execution) writeKept(s *saved) error {
	f := &x.file
	if f.hash == nil {
		*f = keptFile{hash: sha256.New()}
	}
	if f.n < len(x.kept) {
		var content bytes.Buffer
		err := gob.NewEncoder(&content).Encode(x.kept[f.n:])
		if err == nil {
			err = resume.AppendProgress(x.run.store.Dir(), x.Key, f.size, content.Bytes())
		}
		if err != nil {
			return err
		}
		f.hash.Write(content.Bytes())
		f.n, f.size = len(x.kept), f.size+int64(content.Len())
	}
	s.KeptBytes, s.KeptSum = f.size, f.hash.Sum(nil)
	return nil
}

// readKept reads the checkpoints that lie beside the state s in a run folder.
func (s *saved) readKept(dir, key string) (file keptFile, err error) {
	content, err := resume.Progress(dir, key, s.KeptBytes)
	if err != nil {
		return file, err
	}
	file = keptFile{size: s.KeptBytes, hash: sha256.New()}
	file.hash.Write(content)
	if !bytes.Equal(file.hash.Sum(nil), s.KeptSum) {
		return file, errors.New("the checkpoints beside it are damaged")
	}
	for in := bytes.NewReader(content); in.Len() > 0; {
		var some []sp.Stamped
		if err := gob.NewDecoder(in).Decode(&some); err != nil { // which reads no further than it must
			return file, err
		}
		s.Kept = append(s.Kept, some...)
	}
	file.n = len(s.Kept)
	return file, nil
}
