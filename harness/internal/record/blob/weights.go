package blob

import (
	"fmt"
	"path/filepath"

	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// PutWeights stores an array of float64, little-endian, in run folder dir, and returns its hash.
func PutWeights(dir string, content []byte) (sha string, err error) {
	sha = Hash(content)
	if _, err := ReadWeights(dir, sha); err == nil {
		return sha, nil
	}
	return sha, rundir.Replace(File{Weights, sha}.Path(dir), content)
}

// ReadWeights returns the array with a hash, after verifying it.
func ReadWeights(dir, sha string) ([]byte, error) {
	if !IsHash(sha) {
		return nil, fmt.Errorf("%.80q is no SHA-256", sha)
	}
	name := File{Weights, sha}.Name()
	content, err := rundir.Read(dir, name)
	if err != nil {
		return nil, err
	}
	if Hash(content) != sha || len(content)%8 != 0 {
		return nil, fmt.Errorf("%s is damaged: %w", filepath.Join(dir, name), errHash)
	}
	return content, nil
}
