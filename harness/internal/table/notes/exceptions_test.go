package notes

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

func TestExceptions(t *testing.T) {
	spec := func(args string) suite.Spec {
		return suite.Spec{Name: "crf",
			Args: json.RawMessage(args)}
	}
	s := &suite.Suite{Learners: []suite.Learner{
		{Spec: spec(`{"lambda":1,"solver":"sgd"}`), Label: "CRF", Exceptions: []suite.Exception{
			{Dataset: "ocr", Spec: spec(`{"eta":2,"lambda":0.1,"solver":"sgd"}`)},
			{Dataset: "elsewhere", Spec: spec(`{"lambda":9}`)}}},
		{Spec: spec(`{}`), Label: "hidden", Exceptions: []suite.Exception{{Dataset: "ocr",
			Spec: spec(`{"lambda":9}`)}}},
		{Spec: spec(`{}`), Label: "SGD"},
	}}
	tab := &table.Table{Suite: s, Datasets: []string{"ocr"},
		Rows: []table.Row{{Label: "CRF"}, {Label: "SGD"}}}
	want := note("Parameters are not the same on all datasets: CRF on ocr eta 2 lambda 0.1.")
	if got := exceptions(tab); !slices.Equal(got, want) {
		t.Errorf("notes %v, want %v", got, want)
	}
	tab.Datasets = []string{"chains"}
	if got := append(exceptions(tab), budgets(tab)...); len(got) > 0 {
		t.Errorf("notes %v of a table without exceptions", got)
	}
}
