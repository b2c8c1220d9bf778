package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Seeds are the seeds of the random numbers of a fit, by purpose. As text they are one number if
// all are equal, else SPLIT/LEARNER/TUNE, such as 2/1/3. As JSON they are that number or that text.
type Seeds struct {
	Split   uint64 // of the split, and of hidden and revealed labels
	Learner uint64 // of the learner and the decoders
	Tune    uint64 // of the validation part of the training set
}

// Seed returns Seeds that all equal n.
func Seed(n uint64) Seeds { return Seeds{n, n, n} }

func (s Seeds) String() string {
	if s == Seed(s.Learner) {
		return strconv.FormatUint(s.Learner, 10)
	}
	return fmt.Sprintf("%d/%d/%d", s.Split, s.Learner, s.Tune)
}

// Compare orders seeds by split, then by tuning, then by learner.
func (s Seeds) Compare(t Seeds) int {
	return cmp.Or(cmp.Compare(s.Split, t.Split), cmp.Compare(s.Tune, t.Tune), cmp.Compare(s.Learner,
		t.Learner))
}

// UnmarshalText reads what String writes.
func (s *Seeds) UnmarshalText(text []byte) error {
	var n [3]uint64
	parts := strings.Split(string(text), "/")
	if len(parts) == 1 {
		parts = []string{parts[0], parts[0], parts[0]}
	}
	if len(parts) != len(n) {
		return fmt.Errorf("record: seed %q is neither a whole number nor three as in 2/1/3"+
			"\nhint: write SPLIT/LEARNER/TUNE", text)
	}
	for i, part := range parts {
		var err error
		if n[i], err = strconv.ParseUint(part, 10, 64); err != nil {
			return fmt.Errorf("record: seed %q: %w", text, err)
		}
	}
	*s = Seeds{n[0], n[1], n[2]}
	return nil
}

// MarshalJSON writes a number or a text.
func (s Seeds) MarshalJSON() ([]byte, error) {
	if s == Seed(s.Learner) {
		return json.Marshal(s.Learner)
	}
	return json.Marshal(s.String())
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Seeds) UnmarshalJSON(text []byte) error {
	return s.UnmarshalText(bytes.Trim(text, `"`))
}
