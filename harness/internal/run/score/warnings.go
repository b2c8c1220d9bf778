package score

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// Beginnings of the warnings about rows.
const (
	approximateDecoder = "approximate decoder "
	approximateOracle  = "approximate oracle: decoder "
	constantDecoder    = "one label by decoder "
	unscaledDecoder    = "no temperature: "
)

// aboutRows has, by the beginning of a warning about rows, the text after the names of decoders.
var aboutRows = map[string]string{
	approximateDecoder: ":", approximateOracle: " by ", constantDecoder: ": it predicts",
	unscaledDecoder: " ",
}

// AboutRows reports whether a warning of a fit is about its rows.
func AboutRows(warning string) bool {
	begins, _, _ := namesIn(warning)
	return begins != ""
}

// namesIn returns the beginning of a warning about rows, the names of decoders in it, and the rest;
// "" for other warnings, such as those of tuning.
func namesIn(warning string) (begins string, names []string, rest string) {
	for begins, follows := range aboutRows {
		if text, ok := strings.CutPrefix(warning, begins); ok &&
			(begins != approximateOracle || strings.HasSuffix(text, " test instances")) {
			list, _, _ := strings.Cut(text, follows)
			if names = []string{list}; begins == approximateOracle {
				names = strings.Split(list, ", ")
			}
			return begins, names, strings.TrimPrefix(text, list)
		}
	}
	return "", nil, ""
}

// warnConstant warns if a decoder predicts one label everywhere though the test set has several.
// Methods that all do so would look equally good.
func (in *Input) warnConstant(d *suite.Decoder, test []sp.Instance, preds []sp.Prediction) {
	first, gold := int32(-1), int32(-1)
	several := false
	for i := range preds {
		for v, k := range preds[i].Labels {
			if test[i].Gold[v] != sp.Unknown { // a shown label
				continue
			}
			if first < 0 {
				first, gold = k, in.Instances.Gold[i][v]
			}
			if k != first {
				return
			}
			several = several || in.Instances.Gold[i][v] != gold
		}
	}
	if several {
		in.Warn(
			fmt.Sprintf(
				"%s%s: it predicts label %s for every variable, but the test set has several",
				constantDecoder, nameInWarning(d), in.Fit.Dataset.LabelName(first),
			),
		)
	}
}

// warnUnscaled tells how a decoder reads scores without the scale of log-probabilities.
func (in *Input) warnUnscaled(d *suite.Decoder) {
	if reads := plan.ReadsScale(d); reads != "" && in.Fit.Learner.Unscaled {
		in.Warn(unscaledDecoder + d.Name + " " + reads)
	}
}

func nameInWarning(d *suite.Decoder) string { return strings.TrimSuffix(plan.DecoderName(d), "{}") }

// WarnApproximate warns about the shared decoders among those named: on how many instances of a set
// their oracle is not exact with these weights, and which decoders are approximate with any oracle.
func (in *Input) WarnApproximate(
	list []sp.Instance, set string, weights []float64, decoders ...string,
) {
	var names []string
	for _, k := range decode.Kinds() {
		switch {
		case !slices.Contains(decoders, k.Name):
		case k.Oracle:
			names = append(names, k.Name)
		case k.Approximate != "":
			in.Warn(approximateDecoder + k.Name + ": " + k.Approximate)
		}
	}
	if len(names) == 0 {
		return
	}
	if len(weights) != in.Instances.Map.Dim() {
		weights = nil // the learner has scores of its own
	}
	if n, algorithm := audit.Approximate(in.Instances.Labels.Apply(list), in.Instances.Map, weights); n > 0 {
		in.Warn(
			fmt.Sprintf(
				"%s%s by %s for %d of %d %s instances", approximateOracle, strings.Join(names, ", "),
				algorithm, n, len(list), set,
			),
		)
	}
}

// WarningsFor returns the warnings that a fit would have if it had been scored by these decoders
// alone. The rows of the fit are in the order of the decoders.
func WarningsFor(rec *record.Fit, decoders []suite.Decoder) (warnings []string) {
	for _, text := range rec.Warnings {
		begins, names, rest := namesIn(text)
		if begins == "" {
			warnings = append(warnings, text)
			continue
		}
		left := slices.DeleteFunc(names, func(name string) bool {
			for i := range decoders {
				if isNamed(begins, name, &decoders[i]) && rec.Rows[i].Outcome.Kind != record.Skipped {
					return false
				}
			}
			return true
		})
		if len(left) > 0 {
			warnings = append(warnings, begins+strings.Join(left, ", ")+rest)
		}
	}
	return warnings
}

// isNamed reports whether a name in a warning with this beginning stands for a decoder.
func isNamed(begins, name string, d *suite.Decoder) bool {
	switch begins {
	case constantDecoder:
		return nameInWarning(d) == name
	case unscaledDecoder:
		return d.Name == name
	}
	return d.Name == name && !exactOnForests(d)
}
