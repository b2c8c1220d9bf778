package fit

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"hash"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/sp"
)

// A checkpointFile has the checkpoints of a fit under way, beside its state. With a curve there are
// many checkpoints with all weights, and states are saved often; so each is written once.
type checkpointFile struct {
	n    int // checkpoints
	size int64
	hash hash.Hash
}

// add adds those of the checkpoints that are not in the file.
func (f *checkpointFile) add(store *record.Store, key string, kept []sp.Stamped) error {
	if f.hash == nil {
		*f = checkpointFile{hash: sha256.New()}
	}
	if f.n == len(kept) {
		return nil
	}
	var content bytes.Buffer
	err := gob.NewEncoder(&content).Encode(kept[f.n:])
	if err == nil {
		err = resume.AppendProgress(store.Dir(), key, f.size, content.Bytes())
	}
	if err != nil {
		return err
	}
	f.hash.Write(content.Bytes())
	f.n, f.size = len(kept), f.size+int64(content.Len())
	return nil
}

// readCheckpoints reads the checkpoints of s from their file in a run folder.
func (s *savedState) readCheckpoints(dir, key string) (file checkpointFile, err error) {
	content, err := resume.Progress(dir, key, s.KeptBytes)
	if err != nil {
		return file, err
	}
	file = checkpointFile{size: s.KeptBytes, hash: sha256.New()}
	file.hash.Write(content)
	if !bytes.Equal(file.hash.Sum(nil), s.KeptSum) {
		return file, errors.New("its checkpoints are damaged")
	}
	for in := bytes.NewReader(content); in.Len() > 0; {
		var some []sp.Stamped
		if err := gob.NewDecoder(in).Decode(&some); err != nil { // reads no further than needed
			return file, err
		}
		s.Kept = append(s.Kept, some...)
	}
	file.n = len(s.Kept)
	return file, nil
}
