package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
)

func TestChooseRow(t *testing.T) {
	fits := []record.Fit{
		{Key: "aa10", Dataset: "words", Seed: record.Seed(1), Label: "CRF",
			Rows: []record.Row{{Key: "ab20", Label: "map"}, {Key: "b030", Label: "mpm"}}},
		{Key: "c040", Dataset: "words", Seed: record.Seed(2), Label: "CRF"},
	}
	for prefix, want := range map[string]string{
		"ab":   "words split 0 seed 1: CRF, decoder map",
		"b030": "words split 0 seed 1: CRF, decoder mpm",
		"aa":   "words split 0 seed 1: CRF, the fit",
		"c":    "words split 0 seed 2: CRF, the fit",
	} {
		if got, err := chooseRow(fits, prefix); err != nil || got.String() != want {
			t.Errorf("%s chose %v, %v, want %s", prefix, got, err, want)
		}
	}
	for prefix, want := range map[string]string{
		"a": "\"a\" is the beginning of several keys: give more of it\n\taa10  words " +
			"split 0 seed 1: CRF, the fit\n\tab20  words split 0 seed 1: CRF, decoder map",
		"d":     `has a key or a label that begins with "d"`,
		"ab20f": `has a key or a label that begins with "ab20f"`,
	} {
		if _, err := chooseRow(fits, prefix); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %s", prefix, err, want)
		}
	}
	twins := []record.Fit{fits[0], fits[0]} // A against A: one fit, two rows
	if got, err := chooseRow(twins, "ab"); err != nil || got.row != &twins[0].Rows[0] {
		t.Errorf("rows that share a fit: %v, %v", got, err)
	}
	var many []record.Fit
	for i := range 20 {
		many = append(many, fits[1])
		many[i].Key += fmt.Sprint(i)
	}
	if _, err := chooseRow(many, "c0"); err == nil ||
		!strings.HasSuffix(err.Error(), "\n\tand 12 more") {
		t.Errorf("of 20 fits: %v", err)
	}
}
