package table

import (
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
)

// A Claim is a paper's statement about rows of a dataset, with its outcome on ours.
type Claim struct {
	Dataset string        `json:"dataset"`
	Text    string        `json:"text"`
	Margin  record.Number `json:"margin"`            // as the paper prints numbers, of effort a share; 0: none
	Because string        `json:"because,omitempty"` // the reason for the margin
	Outcome stats.Verdict `json:"outcome"`
	Why     string        `json:"why,omitempty"`     // the reason for the outcome, or what an open claim needs
	Differs string        `json:"differs,omitempty"` // how our data or protocol differs from the paper's
	Effort  bool          `json:"effort,omitempty"`  // Delta, Low and High are ratios of efforts
	Delta   record.Number `json:"delta"`             // ours of the first − ours of the second
	// Simultaneous interval of Delta: those of all claims of the file hold with probability 1−α.
	// Holm's steps decide, so that of a decided claim may contain 0.
	Low  record.Number `json:"low"`
	High record.Number `json:"high"`

	Column *Column    `json:"-"` // of Delta; nil: there is none
	Test   stats.Test `json:"-"` // of Delta
	Alpha  float64    `json:"-"` // 1 − level of the interval
}
