package table_test

import (
	"github.com/spbench/spbench/harness/internal/suite"
)

// papers returns numbers that a paper might have printed about the lines of run,
// and a suite whose dataset large has the given split instead of the paper's.
func papers(largeSplit string) (*suite.Published, *suite.Suite) {
	p, err := suite.ParsePublished("published.yaml", []byte(`
source: Writer & Reader, On Letters, Proc. 2018, Table 2.
metric: hamming
datasets:
  small: {data: ocr, split: {train: [0], test: [1, 2]}}
  large: {data: ocr, split: {train: [1, 2], test: [0]}}
rows:
  CRF: {decoder: mpm, small: 5.5 ± 0.4, large: 5.1 ± 0.8}
  S-SVM (BCFW): {small: 4.9 ± 0.4, large: 12.0 ± 1.1}
  perturb&MAP: {decoder: perturb, small: 5.5 ± 0.3, large: 12.5}
  marg. perturb&MAP: {decoder: perturb, small: 5.25, large: 12.84}
  DNN: {small: 3.0}
`))
	if err != nil {
		panic(err)
	}
	s, err := suite.Parse("suite.yaml", []byte(`
datasets:
  - ocr: {as: small, split: {train: [0], test: [1, 2]}}
  - ocr: {as: large, `+largeSplit+`}
learners:
  - crf: {as: CRF}
  - ssvm: {as: S-SVM (BCFW)}
  - marginalpmap: {as: perturb&MAP}
  - marginalpmap: {as: marg. perturb&MAP}
decoders: [map, mpm, perturb]
`))
	if err != nil {
		panic(err)
	}
	return p, s
}
