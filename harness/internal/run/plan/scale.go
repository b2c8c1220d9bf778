package plan

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/sp"
)

// scaled reports whether the scores of a learner have the scale of log-probabilities, with all
// parameters of the suite. A learner that could not be asked has it.
func scaled(l *suite.Learner, found *Learner) bool {
	when := found.About.Probabilities
	if found.Err != nil || when == sp.Always {
		return true
	}
	name, values, ok := strings.Cut(when, "=")
	at := slices.IndexFunc(found.About.Parameters, func(p param.Parameter) bool { return p.Name == name })
	return ok && at >= 0 && !slices.ContainsFunc(l.Points(), func(point suite.Spec) bool {
		value, given := arguments(point.Args)[name].(string)
		if !given {
			value = strings.Trim(string(found.About.Parameters[at].Default), `"`)
		}
		return !slices.Contains(strings.Split(values, ","), value)
	})
}

// arguments returns the arguments in a JSON object.
func arguments(text []byte) map[string]any {
	given := map[string]any{}
	_ = json.Unmarshal(text, &given) // the suite has read them
	return given
}

// setRules makes decoders by message passing take maxima of scores without a scale,
// unless the suite sets their rule. Sums of exp(score) depend on the scale, maxima do not.
func setRules(s *suite.Suite, learners map[string]*Learner) {
	for i := range s.Learners {
		l := &s.Learners[i]
		if l.Unscaled = !scaled(l, learners[l.Name]); !l.Unscaled {
			continue
		}
		l.Decoders = slices.Clone(l.Decoders)
		for j := range l.Decoders {
			d := &l.Decoders[j]
			given := arguments(d.Args)
			if !hasRule(learners[l.Name], d.Name) || given["rule"] != nil || given["log-z"] == true {
				continue
			}
			given["rule"] = "max"
			d.Args = []byte(Compact(given))
		}
	}
}

// hasRule reports whether a decoder of a learner can take maxima by its argument rule.
func hasRule(l *Learner, decoder string) bool {
	return slices.ContainsFunc(l.About.Decoders, func(d wire.Decoder) bool {
		return d.Name == decoder && slices.ContainsFunc(d.Parameters, func(p param.Parameter) bool {
			return p.Name == "rule" && slices.Contains(p.Enum, "max")
		})
	})
}

// ReadsScale tells how a decoder reads scores without a scale; "" if the scale does not matter, or the
// suite sets a temperature.
func ReadsScale(d *suite.Decoder) string {
	k, _ := decode.Lookup(d.Name)
	switch given := arguments(d.Args); {
	case given["rule"] == "max":
		return "takes maxima"
	case k.Sums && given["temperature"] == nil && given["scale"] == nil:
		return "takes scores as log-probabilities"
	}
	return ""
}
