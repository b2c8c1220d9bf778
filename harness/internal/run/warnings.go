package run

import (
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// warningsOf returns the warnings of a fit as scoring these decoders, of which it has the rows in this order, would
// have left them: those about decoders say nothing of others.
func warningsOf(rec *record.Fit, decoders []suite.Decoder) (warnings []string) {
	warned := func(name string) bool {
		for i := range decoders {
			if out := &decoders[i]; out.Name == name && !conditional(out) && rec.Rows[i].Outcome.Kind != record.Skipped {
				return true
			}
		}
		return false
	}
	constant := func(name string) bool {
		for i := range decoders {
			if out := &decoders[i]; strings.TrimSuffix(decoderName(out), "{}") == name && rec.Rows[i].Outcome.Kind != record.Skipped {
				return true
			}
		}
		return false
	}
	for _, text := range rec.Warnings {
		if rest, ok := strings.CutPrefix(text, constantDecoder); ok {
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

// without returns a warning of scoring without the decoders that are not warned of; "" if that leaves none.
func without(warning string, warned func(decoder string) bool) string {
	if rest, ok := strings.CutPrefix(warning, approximateDecoder); ok {
		if name, _, _ := strings.Cut(rest, ":"); !warned(name) {
			return ""
		}
		return warning
	}
	const begin = "approximate oracle: decoder "
	names, rest, _ := strings.Cut(strings.TrimPrefix(warning, begin), " by ")
	left := slices.DeleteFunc(strings.Split(names, ", "), func(name string) bool { return !warned(name) })
	if len(left) == 0 {
		return ""
	}
	return begin + strings.Join(left, ", ") + " by " + rest
}
