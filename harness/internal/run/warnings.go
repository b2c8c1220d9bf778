package run

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// warningsOf returns the warnings of a fit as scoring these outputs, of which it has the rows in this order, would
// have left them: those about outputs say nothing of others.
func warningsOf(rec *record.Fit, outputs []suite.Output) (warnings []string) {
	warned := func(name string) bool {
		for i := range outputs {
			if out := &outputs[i]; out.Name == name && !conditional(out) && rec.Rows[i].Outcome.Kind != record.Skipped {
				return true
			}
		}
		return false
	}
	constant := func(name string) bool {
		for i := range outputs {
			if out := &outputs[i]; strings.TrimSuffix(outputName(out), "{}") == name && rec.Rows[i].Outcome.Kind != record.Skipped {
				return true
			}
		}
		return false
	}
	for _, text := range rec.Warnings {
		if rest, ok := strings.CutPrefix(text, constantOutput); ok {
			if name, _, _ := strings.Cut(rest, ": it predicts"); !constant(name) {
				continue
			}
		} else if ofScoring(text) {
			if text = without(text, warned); text == "" {
				continue
			}
		}
		warnings = append(warnings, text)
	}
	return warnings
}

// without returns a warning of scoring without the outputs that are not warned of; "" if that leaves none.
func without(warning string, warned func(output string) bool) string {
	if rest, ok := strings.CutPrefix(warning, approximateOutput); ok {
		if name, _, _ := strings.Cut(rest, ":"); !warned(name) {
			return ""
		}
		return warning
	}
	const begin = "approximate oracle: output "
	names, rest, _ := strings.Cut(strings.TrimPrefix(warning, begin), " by ")
	left := slices.DeleteFunc(strings.Split(names, ", "), func(name string) bool { return !warned(name) })
	if len(left) == 0 {
		return ""
	}
	return begin + strings.Join(left, ", ") + " by " + rest
}
