package reuse

import (
	"encoding/json"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestSameUnder: a wide limit is not narrower than the default if the budget is in seconds, which bounds
// the wall time itself.
func TestSameUnder(t *testing.T) {
	passes, seconds := suite.Budget{Passes: 3}, suite.Budget{Seconds: 5}
	for _, test := range []struct {
		budget  suite.Budget
		was, is string
		keeps   bool
	}{
		{passes, `{"seconds":100}`, `{"seconds":100}`, true},
		{passes, `{"seconds":100}`, `{"seconds":99}`, false},
		{passes, `{"seconds":100}`, `{"threads":1}`, true},
		{passes, `{}`, `{"seconds":100}`, false},
		{seconds, `{"seconds":100}`, `{"threads":1}`, false}, // 20 s
		{seconds, `{"seconds":15}`, `{"threads":1}`, true},
		{passes, `{"memory":1000}`, `{"threads":2}`, false},
		{passes, `{"memory":1000}`, `{"memory":1000}`, true},
		{passes, `{}`, `{"memory":1000}`, false},
		{passes, `{"processes":200}`, `{"threads":1}`, true}, // 256
		{passes, `{"processes":1000}`, `{"threads":1}`, false},
		{passes, `{}`, `{"processes":256}`, true},
		{passes, `{}`, `{"processes":255}`, false},
		{passes, `{}`, `{"files":4095}`, false},
		{passes, `damaged`, `{}`, false},
	} {
		for kind, keeps := range map[record.OutcomeKind]bool{record.OK: test.keeps, record.Diverged: test.keeps,
			record.Crash: false} {
			s := &suite.Suite{Budget: test.budget}
			if err := json.Unmarshal([]byte(test.is), &s.Limits); err != nil {
				t.Fatal(err)
			}
			f := &plan.Fit{Configuration: &plan.Configuration{Plan: &plan.Plan{Suite: s},
				Dataset: &plan.Dataset{Spec: &suite.Dataset{}}}}
			rec := &record.Fit{Identity: map[string]string{"limits": test.was},
				Outcome: record.Outcome{Kind: kind}}
			if is := SameUnder(f, rec); is != keeps {
				t.Errorf("budget %+v, limits %s, now %s, %s: %v", test.budget, test.was, test.is, kind, is)
			}
		}
	}
}
