package table

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
)

func TestNoteExceptions(t *testing.T) {
	spec := func(args string) suite.Spec { return suite.Spec{Name: "crf", Args: json.RawMessage(args)} }
	s := &suite.Suite{Learners: []suite.Learner{
		{Spec: spec(`{"lambda":1,"solver":"sgd"}`), Label: "CRF", Exceptions: []suite.Exception{
			{Dataset: "ocr", Spec: spec(`{"eta":2,"lambda":0.1,"solver":"sgd"}`)}, {Dataset: "elsewhere", Spec: spec(`{"lambda":9}`)}}},
		{Spec: spec(`{}`), Label: "hidden", Exceptions: []suite.Exception{{Dataset: "ocr", Spec: spec(`{"lambda":9}`)}}},
		{Spec: spec(`{}`), Label: "SGD"},
	}}
	table := &Table{Datasets: []string{"ocr"}, Rows: []Row{{Label: "CRF"}, {Label: "SGD"}}}
	table.noteExceptions(s)
	if want := []string{"Parameters are not the same on all datasets: CRF on ocr eta 2 lambda 0.1."}; !slices.Equal(table.Notes, want) {
		t.Errorf("notes %q, want %q", table.Notes, want)
	}
	same := &Table{Datasets: []string{"chains"}, Rows: table.Rows}
	same.noteExceptions(s)
	same.noteBudgets(s)
	if len(same.Notes) > 0 {
		t.Errorf("notes %q of a table without exceptions", same.Notes)
	}
}
