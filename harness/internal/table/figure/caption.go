package figure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table/notes"
)

// shown returns the learners with a line in any panel.
func (f *Figure) shown() (labels []string) {
	for _, row := range f.panels {
		for _, b := range row[0].bands {
			labels = ordered.Add(labels, b.Label)
		}
	}
	return labels
}

// Caption explains lines and bands, with warnings and the objectives of the learners.
func (f *Figure) Caption() []string {
	least, most := 0, 0
	for _, row := range f.panels {
		for _, b := range row[0].bands {
			if least == 0 || b.Fits < least {
				least = b.Fits
			}
			most = max(most, b.Fits)
		}
	}
	fits := fmt.Sprint(most)
	if least < most {
		fits = fmt.Sprintf("%d–%d", least, most)
	}
	text := "Lines: median of " + fits + " fits (seeds and splits); bands: "
	switch {
	case most == 1:
		text = "Lines: one fit each"
	case least >= quartilesFrom:
		text += "quartiles"
	case most < quartilesFrom:
		text += "least to greatest"
	default:
		text += fmt.Sprintf("quartiles, of fewer than %d fits least to greatest", quartilesFrom)
	}
	text += "; dots: the end. A fit keeps its last value until its next checkpoint, and after its end."
	for _, p := range f.panels[0] {
		if p.x.Log && slices.ContainsFunc(p.bands, func(b Band) bool { return b.X[0] <= 0 }) {
			text += " On a logarithmic axis, 0 is at the left end."
			break
		}
	}
	captions := append(f.curves.warnings(), text)
	if slices.Contains(f.x, "seconds") {
		captions = append(captions, f.timing()...)
	}
	if objectives := f.objectives(); objectives != "" {
		captions = append(captions, objectives)
	}
	return captions
}

// timing says why seconds are not comparable.
func (f *Figure) timing() (all []string) {
	var machines, remote, local []string
	concurrent := false
	for _, label := range f.shown() {
		to := &local
		for _, fit := range f.curves.fits[label] {
			concurrent = concurrent || fit.Times.Concurrent
			if fit.Remote {
				to = &remote
			}
			for _, m := range strings.Split(fit.Times.Machine, record.MachineSeparator) {
				if m != "" {
					machines = ordered.Add(machines, m)
				}
			}
		}
		*to = append(*to, label)
	}
	if concurrent {
		all = append(all,
			"Some fits ran at the same time as others, so their seconds are not comparable.")
	}
	if len(machines) > 1 {
		all = append(all, "Fits ran on different machines, so their seconds are not comparable.")
	}
	if remote != nil && local != nil {
		all = append(all, fmt.Sprintf(notes.RemoteCalls, strings.Join(remote, ", ")))
	}
	return all
}

// objectives lists the objective of each learner, if the figure shows objectives and they differ.
func (f *Figure) objectives() string {
	var labels ordered.Groups[string] // by objective
	for r, row := range f.panels {
		if f.y[r] == "loss" {
			continue
		}
		for _, b := range row[0].bands {
			labels.Add(objective(f.curves.fits[b.Label]), b.Label)
		}
	}
	if labels.Len() < 2 {
		return ""
	}
	var parts []string
	for o, who := range labels.All() {
		parts = append(parts, o+": "+strings.Join(who, ", "))
	}
	return "Objectives differ, so compare them only within one of these: " +
		strings.Join(parts, "; ") + "."
}

// objective names the objective of a learner's fits. A tuned λ may differ between fits.
func objective(fits []*record.Fit) string {
	name := ""
	var lambda []float64
	for _, f := range fits {
		if f.Audit != nil {
			name, lambda = f.Audit.Kind, append(lambda, float64(f.Audit.Lambda))
		}
	}
	if name == "" {
		return "not audited"
	}
	lo, hi := chart.Significant(slices.Min(lambda), 3), chart.Significant(slices.Max(lambda), 3)
	if lo != hi {
		lo += " to " + hi
	}
	return name + " with λ = " + lo
}
