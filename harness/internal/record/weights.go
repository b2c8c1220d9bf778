package record

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"path/filepath"
)

// PutWeights stores fitted weights under the SHA-256 of their bytes and
// returns it: the same weights are stored once. O(len).
func (s *Store) PutWeights(w []float64) (sha string, err error) {
	content := make([]byte, 0, 8*len(w))
	for _, v := range w {
		content = binary.LittleEndian.AppendUint64(content, math.Float64bits(v))
	}
	sum := sha256.Sum256(content)
	sha = hex.EncodeToString(sum[:])
	if _, err := readWeights(s.dir, sha); err == nil {
		return sha, nil
	}
	if err := writeFile(weightsPath(s.dir, sha), content); err != nil {
		return "", fmt.Errorf("record: store weights: %w", err)
	}
	return sha, nil
}

// Weights returns stored weights, bit for bit; see [Weights].
func (s *Store) Weights(sha string) ([]float64, error) { return Weights(s.dir, sha) }

// Weights returns the weights of that name, a [Fit.WeightsFile], from a run
// folder, after verifying their hash.
func Weights(dir, sha string) ([]float64, error) {
	content, err := readWeights(dir, sha)
	if err != nil {
		return nil, fmt.Errorf("record: weights: %w", err)
	}
	w := make([]float64, len(content)/8)
	for i := range w {
		w[i] = math.Float64frombits(binary.LittleEndian.Uint64(content[8*i:]))
	}
	return w, nil
}

func readWeights(dir, sha string) ([]byte, error) {
	if !isHash(sha) {
		return nil, fmt.Errorf("%.80q is no SHA-256", sha)
	}
	content, err := ReadFile(dir, weightsName(sha))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	if hex.EncodeToString(sum[:]) != sha || len(content)%8 != 0 {
		return nil, fmt.Errorf("%s is damaged: its content does not have the hash it is named by", weightsPath(dir, sha))
	}
	return content, nil
}

func weightsPath(dir, sha string) string { return filepath.Join(dir, weightsName(sha)) }

func weightsName(sha string) string { return filepath.Join(weightsDir, sha+".bin") }
