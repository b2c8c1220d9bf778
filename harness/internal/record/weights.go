package record

import (
	"encoding/binary"
	"fmt"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// PutWeights stores fitted weights and returns their name for [Fit.WeightsFile], the SHA-256 of
// their bytes. Equal weights are stored once. O(len).
func (s *Store) PutWeights(w []float64) (sha string, err error) {
	content, err := binary.Append(nil, binary.LittleEndian, w)
	if err != nil {
		return "", err
	}
	return blob.Put(s.dir, blob.Weights, content)
}

// Weights returns the weights with that name, bit for bit, from a run folder. It verifies their
// hash.
func Weights(dir, sha string) ([]float64, error) {
	content, err := blob.Read(dir, blob.Weights, sha)
	if err != nil {
		return nil, fmt.Errorf("record: weights: %w\n%s", err, again)
	}
	w := make([]float64, len(content)/8)
	_, err = binary.Decode(content, binary.LittleEndian, w)
	return w, err
}
