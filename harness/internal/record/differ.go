package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Differences describes how two results of one fit differ, one line for each difference. It returns
// nil for the same result.
//
// Differences ignores what [Equal] ignores, and also: the text of the reason if both failed in the
// same way, since it may name a process or a machine; the sources that scored a row; the order of
// warnings; and lists of instances and predictions kept by only one of the two.
func Differences(was, is Fit) []string {
	if !was.Outcome.Good() && was.Outcome.Kind == is.Outcome.Kind {
		is.Outcome.Reason = was.Outcome.Reason
	}
	was, is = alignFits(was, is)
	if Equal(was, is) {
		return nil
	}
	var lines []string
	differ := func(name string, was, is any) bool {
		a, b := asJSON(was), asJSON(is)
		if bytes.Equal(a, b) {
			return false
		}
		lines = append(lines, fmt.Sprintf("%s: was %s, is %s", name, shortened(a), shortened(b)))
		return true
	}
	differ("outcome", was.Outcome, is.Outcome)
	differ("params fitted with", was.Params, is.Params)
	differ("weights", was.WeightsFile, is.WeightsFile)
	differ("counts", was.Counts, is.Counts)
	differ("passes", was.Passes, is.Passes)
	differ("audit", was.Audit, is.Audit)
	differ("warnings", was.Warnings, is.Warnings)
	differ("trials", was.Trials, is.Trials)
	if !differ("number of checkpoints", len(was.Checkpoints), len(is.Checkpoints)) {
		for i := range was.Checkpoints {
			if differ(fmt.Sprintf("checkpoint %d of %d, and perhaps later ones", i+1, len(was.Checkpoints)),
				was.Checkpoints[i], is.Checkpoints[i]) {
				break
			}
		}
	}
	if !differ("number of rows", len(was.Rows), len(is.Rows)) {
		for i := range was.Rows {
			lines = append(lines, was.Rows[i].differences(&is.Rows[i])...)
		}
	}
	if len(lines) == 0 {
		lines = []string{"identity, labels or version: the records are not of one fit"}
	}
	return lines
}

// differences describes how two results of one row differ.
func (r *Row) differences(is *Row) (lines []string) {
	line := func(what string, was, is any) {
		lines = append(lines, fmt.Sprintf("decoder %s: %s: was %s, is %s", r.Label, what,
			shortened(asJSON(was)), shortened(asJSON(is))))
	}
	if r.Outcome != is.Outcome {
		line("outcome", r.Outcome, is.Outcome)
	}
	if r.NotConverged != is.NotConverged {
		line("predictions that did not converge", r.NotConverged, is.NotConverged)
	}
	for _, metric := range slices.Sorted(maps.Keys(r.Metrics)) {
		if !bytes.Equal(asJSON(r.Metrics[metric]), asJSON(is.Metrics[metric])) {
			line(metric, r.Metrics[metric], is.Metrics[metric])
		}
		a, b := r.Instances[metric], is.Instances[metric]
		n := 0
		for i := range a.N() {
			if i >= b.N() || a.Width != b.Width || !bytes.Equal(asJSON(Numbers(a.Of(i))),
				asJSON(Numbers(b.Of(i)))) {
				n++
			}
		}
		if n > 0 {
			lines = append(lines, fmt.Sprintf("decoder %s: %s: differs on %d of %d test instances", r.Label,
				metric, n, a.N()))
		}
	}
	if p, q := r.Predictions, is.Predictions; p != nil && q != nil {
		n := 0
		for i := range p.Labels {
			if i >= len(q.Labels) || !slices.Equal(p.Labels[i], q.Labels[i]) {
				n++
			}
		}
		if n > 0 {
			lines = append(lines, fmt.Sprintf("decoder %s: labels: differ on %d of %d test instances",
				r.Label, n, len(p.Labels)))
		}
	}
	if a, b := asJSON(named(r)), asJSON(named(is)); len(lines) == 0 && !bytes.Equal(a, b) {
		line("row", named(r), named(is))
	}
	return lines
}

// asJSON returns a part of a record as it is written.
func asJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("record: " + err.Error()) // parts of records are plain data
	}
	return text
}

// shortened returns at most 120 bytes of a text.
func shortened(text []byte) string {
	const most = 120
	if len(text) > most {
		return fmt.Sprintf("%s… (%d bytes)", text[:most], len(text))
	}
	return string(text)
}
