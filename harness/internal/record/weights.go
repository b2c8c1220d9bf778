package record

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// PutWeights stores fitted weights and returns their name for [Fit.WeightsFile], the SHA-256 of
// their bytes. Equal weights are stored once. O(len).
func (s *Store) PutWeights(w []float64) (sha string, err error) {
	content := make([]byte, 0, 8*len(w))
	for _, v := range w {
		content = binary.LittleEndian.AppendUint64(content, math.Float64bits(v))
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
	for i := range w {
		w[i] = math.Float64frombits(binary.LittleEndian.Uint64(content[8*i:]))
	}
	return w, nil
}
