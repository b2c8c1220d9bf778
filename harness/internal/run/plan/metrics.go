package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// pinCommands adds the hashes of its files to each metric computed by a command. If a file is
// missing it returns the place of the metric.
func pinCommands(metrics []suite.Metric, dir string) ([]suite.Metric, suite.Pos, error) {
	metrics = slices.Clone(metrics)
	for i := range metrics {
		spec := &metrics[i]
		m, err := metric.New(spec.Name, spec.Args, nil)
		if err != nil || m.Command == nil {
			continue // checking the suite reports wrong arguments
		}
		files, err := m.Command.Pin(dir)
		if err != nil {
			return nil, spec.Pos, fmt.Errorf("metric %s: %w", spec.Label, err)
		}
		var args map[string]json.RawMessage
		if err = json.Unmarshal(spec.Args, &args); err == nil {
			args["files"] = files
			var text []byte
			if text, err = json.Marshal(args); err == nil {
				spec.Args, err = suite.Canonical(text)
			}
		}
		if err != nil {
			return nil, spec.Pos, fmt.Errorf("metric %s: %w", spec.Label, err)
		}
	}
	return metrics, suite.Pos{}, nil
}

// With returns the plan with more metrics: those that were added to rows of fits before, and more,
// whose commands run in dir. A label that belongs to a different metric is an error.
func (w *File) With(
	fits map[record.Place]*record.Fit, more []suite.Metric, dir string,
) (*File, error) {
	more, _, err := pinCommands(more, dir)
	if err != nil {
		return nil, err
	}
	wider, s := *w, *w.Suite
	wider.Suite = &s
	s.Metrics = slices.Concat(s.Metrics, addedMetrics(w.Suite.Metrics, fits))
	for _, m := range more {
		at := slices.IndexFunc(
			s.Metrics, func(have suite.Metric) bool { return have.Label == m.Label },
		)
		switch {
		case at < 0:
			s.Metrics = append(s.Metrics, m)
		case compact(s.Metrics[at]) == compact(m):
		case m.Name == "command" && at >= len(w.Suite.Metrics):
			s.Metrics[at] = m // its program has been edited since
		case m.Name == "command" && s.Metrics[at].Name == m.Name:
			return nil, fmt.Errorf(
				"the program of metric %s, or its average, has changed since the suite was planned\n"+
					"hint: run the suite again to measure by it, or give it a new label with as",
				m.Label,
			)
		default:
			return nil, fmt.Errorf(
				"the run has a different metric %s\nhint: give this one a new label with as", m.Label,
			)
		}
	}
	return &wider, nil
}

// WithAdded returns the plan with the metrics that were added to rows of the fits.
func (w *File) WithAdded(fits map[record.Place]*record.Fit) *File {
	wider, err := w.With(fits, nil, "")
	if err != nil {
		return w // cannot be: no new metric is given
	}
	return wider
}

// addedMetrics returns the metrics of rows that are not planned, sorted by label. If several
// metrics have one label, the one of the latest fit counts.
func addedMetrics(planned []suite.Metric, fits map[record.Place]*record.Fit) (more []suite.Metric) {
	by := map[string]*record.Fit{}
	found := map[string]suite.Metric{}
	known := map[string][]suite.Metric{} // by their JSON, since many rows have the same
	for _, f := range fits {
		for i := range f.Rows {
			measures := string(f.Rows[i].Measures)
			list, ok := known[measures]
			if !ok {
				list = unplanned(planned, measures)
				known[measures] = list
			}
			for _, m := range list {
				if old := by[m.Label]; old == nil || !f.Times.Appended.Before(old.Times.Appended) {
					by[m.Label], found[m.Label] = f, m
				}
			}
		}
	}
	for _, m := range found {
		more = append(more, m)
	}
	slices.SortFunc(more, func(a, b suite.Metric) int { return strings.Compare(a.Label, b.Label) })
	return more
}

// unplanned returns the metrics in a JSON list with labels that are not planned.
func unplanned(planned []suite.Metric, measures string) (more []suite.Metric) {
	for _, text := range ListMetrics(measures) {
		var m suite.Metric
		if m.UnmarshalJSON([]byte(text)) == nil &&
			!slices.ContainsFunc(planned, func(p suite.Metric) bool { return p.Label == m.Label }) {
			more = append(more, m)
		}
	}
	return more
}

// DropOther removes values from rows whose metric is not the plan's metric with that label, such as
// those of a command edited since. This keeps two metrics out of one column.
func (w *File) DropOther(fits []record.Fit) {
	others := map[string][]string{} // labels, by the metrics of a row
	for i := range fits {
		for j := range fits[i].Rows {
			row := &fits[i].Rows[j]
			if row.Measures == nil {
				continue
			}
			labels, ok := others[string(row.Measures)]
			if !ok {
				labels = w.lacking(string(row.Measures))
				others[string(row.Measures)] = labels
			}
			for _, label := range labels {
				if _, ok := row.Metrics[label]; !ok {
					continue
				}
				delete(row.Metrics, label)
				delete(row.Instances, label)
				if row.Reasons == nil {
					row.Reasons = map[string]string{}
				}
				row.Reasons[label] = "measured by another version of " + label + ": spbench rescore " +
					"measures it again"
			}
		}
	}
}

// lacking returns the labels of the plan's metrics that are not in a JSON list.
func (w *File) lacking(measures string) (labels []string) {
	has := ListMetrics(measures)
	for i := range w.Suite.Metrics {
		if m := &w.Suite.Metrics[i]; !slices.Contains(has, compact(m)) {
			labels = append(labels, m.Label)
		}
	}
	return labels
}

// Measured reports whether any row of the fits has the plan's metric with that label, or there is
// no row.
func (w *File) Measured(label string, fits map[record.Place]*record.Fit) bool {
	at := slices.IndexFunc(w.Suite.Metrics, func(m suite.Metric) bool { return m.Label == label })
	if at < 0 {
		return false
	}
	has := map[string]bool{} // by the metrics of a row; an older version of spbench recorded none
	rows := 0
	for _, f := range fits {
		for _, row := range f.Rows {
			rows++
			is, ok := has[string(row.Measures)]
			if !ok {
				is = row.Measures == nil ||
					slices.Contains(ListMetrics(string(row.Measures)), compact(w.Suite.Metrics[at]))
				has[string(row.Measures)] = is
			}
			if is {
				return true
			}
		}
	}
	return rows == 0
}
