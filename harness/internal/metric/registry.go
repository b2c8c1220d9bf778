package metric

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/param"
)

// An entry is a metric by its name. new, if not nil, returns its arguments, with their
// defaults: exported fields with the tags of [param.Decode].
type entry struct {
	Metric
	new func() completer
}

// A completer completes a metric from its arguments and from the names of the labels, which may be
// nil.
type completer interface {
	complete(m *Metric, labels []string) error
}

// registry has each metric beside its relatives.
var registry = []entry{
	{Metric{Name: "hamming", Doc: "share of wrong variables, mean over instances (macro)",
		Percent: true, Stat: wrong}, nil},
	{Metric{Name: "hamming-micro", Doc: "share of wrong variables, pooled (micro)", Percent: true,
		Micro: true, Stat: wrong}, nil},
	{Metric{Name: "accuracy", Doc: "share of right variables, pooled (micro)", Percent: true,
		Micro: true, Higher: true, Stat: right}, nil},
	{Metric{Name: "zero-one", Doc: "share of instances with any wrong variable", Percent: true,
		Stat: perInstance(loss.ZeroOne{})}, nil},
	{Metric{Name: "weighted-hamming",
		Doc:     "class-balanced, size-weighted share of wrong variables, mean over instances (macro)",
		Percent: true, Stat: perInstance(loss.WeightedHamming{})}, nil},
	{Metric{Name: "expected-hamming",
		Doc: "expected share of wrong variables of a randomised prediction: from its atoms, else its marginals; mean over instances (macro)", Needs: Atoms, Percent: true, Stat: expectedLoss(loss.Hamming{}, true)}, nil},
	{Metric{Name: "expected",
		Doc: "expected loss of a randomised prediction: from its atoms, else, where the loss sums over variables, from its marginals; mean over instances (macro)", Needs: Atoms}, func() completer { return new(expected) }},
	{Metric{Name: "log-loss",
		Doc: "−log of the marginal of the true label, in nats and with marginals of at least 1e-12: mean over variables, then over instances (macro)", Needs: Marginals, Log: true, Stat: logLoss}, nil},
	{Metric{Name: "log-loss-micro", Doc: "log-loss pooled over all variables (micro)",
		Needs: Marginals, Log: true, Micro: true, Stat: logLoss}, nil},
	{Metric{Name: "brier",
		Doc: "squared distance of the marginals from the truth, in [0,2]: mean over variables, then over instances (macro)", Needs: Marginals, Stat: brier}, nil},
	{Metric{Name: "brier-micro", Doc: "brier pooled over all variables (micro)", Needs: Marginals,
		Micro: true, Stat: brier}, nil},
	{Metric{Name: "calibration",
		Doc: "expected calibration error: distance of the share of right variables from the mean probability of their predicted labels, in 15 bins of that probability, weighted by their variables; pooled over all variables (micro)", Needs: Marginals, Percent: true, Counts: calibration}, nil},
	{Metric{Name: "score",
		Doc: "score of the predicted labels where features are scores, as those of a model that is given (learner given), mean over instances", Higher: true, Stat: givenScore}, nil},
	{Metric{Name: "marginal-distance",
		Doc: "total variation between the marginals and those that are known of a model: half the sum of absolute differences, mean over variables, then over instances (macro)", Needs: Marginals, Stat: marginalDistance}, nil},
	{Metric{Name: "log-z",
		Doc: "log of the sum of exp(score) over labelings, per variable: exact by mpm, an upper bound by trw (log-z: true, converged) and perturb (an estimate), a lower bound by meanfield and partclamp, neither by lbp (log-z: true); mean over instances (macro)", Needs: LogZ, Neutral: true, Stat: logZ}, nil},
	{Metric{Name: "iou", Doc: "size-weighted intersection over union: of label 1 where there are two labels, else the mean over the labels that are present in the truth; mean over instances (macro)", Percent: true, Higher: true, Stat: iou}, nil},
	{Metric{Name: "mean-iou",
		Doc: "size-weighted intersection over union of each label over the whole test set, where variables are mixed, such as superpixels, by the true labels of their parts; mean over the labels", Percent: true, Higher: true}, func() completer { return new(meanIoU) }},
	{Metric{Name: "precision",
		Doc: "share of right ones among the variables that are predicted to have a label, over the whole test set", Percent: true, Higher: true}, labelwise(precision)},
	{Metric{Name: "recall",
		Doc:     "share of right ones among the variables that have a label, over the whole test set",
		Percent: true, Higher: true}, labelwise(recall)},
	{Metric{Name: "f1", Doc: "harmonic mean of precision and recall", Percent: true, Higher: true},
		labelwise(f1)},
	{Metric{Name: "span-precision", Doc: "share of right ones among the predicted spans (" + spanDoc +
		"), over the whole test set", Percent: true, Higher: true}, spanwise(precision)},
	{Metric{Name: "span-recall", Doc: "share of right ones among the true spans (" + spanDoc +
		"), over the whole test set", Percent: true, Higher: true}, spanwise(recall)},
	{Metric{Name: "span-f1", Doc: "harmonic mean of span-precision and span-recall", Percent: true,
		Higher: true}, spanwise(f1)},
	{Metric{Name: "invalid-sequences", Doc: "share of predicted sequences that break the scheme of " +
		"their tags", Percent: true}, func() completer { return &invalid{Scheme: "auto"} }},
	{Metric{Name: "attachment-error",
		Doc: "share of wrong variables by their sizes, over the whole test set: of words with a " +
			"wrong head in dependency trees, where punctuation has size 0", Percent: true,
		Counts: attachment}, nil},
	{Metric{Name: "alignment-error",
		Doc: "alignment error rate 1 − (|A∩S| + |A∩P|)/(|A| + |S|) of predicted links A, certain " +
			"links S and certain or possible links P, of an assignment, over the whole test set " +
			"(Och & Ney 2003)", Percent: true, Counts: alignment}, nil},
	{Metric{Name: "regret",
		Doc: "true costs of predictions above those of the truth, divided by its absolute costs, both " +
			"summed over the test set", Percent: true, Counts: regret}, nil},
	{Metric{Name: "command",
		Doc: "what a program of your own measures, in any language: run: [python3, ./metric.py] gets a line of JSON for each test instance and answers with what it adds to the sums of the metric"}, newCommand},
}

// Entries describes all metrics.
func Entries() (all []param.Entry) {
	for _, m := range registry {
		e := param.Entry{Name: m.Name, Doc: m.Doc, Accept: func(args []byte) error {
			_, err := New(m.Name, args, nil)
			return err
		}}
		if m.new != nil {
			e.Params = param.Of(m.new())
		}
		all = append(all, e)
	}
	return all
}

// New returns a metric by name with its arguments, a JSON object or nothing. labels are the names
// of the dataset's labels. If they are nil, because there is no dataset yet, arguments are checked,
// but the metric cannot measure.
func New(name string, args []byte, labels []string) (Metric, error) {
	at := slices.IndexFunc(registry, func(e entry) bool { return e.Name == name })
	if at < 0 {
		var names []string
		for _, e := range registry {
			names = append(names, e.Name)
		}
		return Metric{}, fmt.Errorf("metric: none is called %q; there are %s", name, strings.Join(names,
			", "))
	}
	m, err := registry[at].Metric, error(nil)
	if registry[at].new == nil {
		err = param.Decode(&struct{}{}, args)
	} else {
		own := registry[at].new()
		if err = param.Decode(own, args); err == nil {
			err = own.complete(&m, labels)
		}
	}
	if err != nil {
		return Metric{}, fmt.Errorf("metric: %s: %w", name, err)
	}
	return m, nil
}
