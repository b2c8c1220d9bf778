package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Differences describes how two results of one fit differ, one line for each value of their lines.
// It returns nil for the same result.
//
// Differences ignores [Times] and [Fit.Kept], and also
//
//   - the text of the reason if both failed in the same way: it may name a process or a machine,
//   - the sources that scored a row,
//   - the order of warnings: tuning warns before and after its choice,
//   - what shipped results leave out,
//   - metrics of only one row,
//   - lists of instances and predictions kept by only one of the two.
func Differences(was, is Fit) (lines []string) {
	if !was.Outcome.Good() && was.Outcome.Kind == is.Outcome.Kind {
		is.Outcome.Reason = was.Outcome.Reason
	}
	if was.Times.Shipped != "" { // without learning curves
		DropCurve(&was)
		DropCurve(&is)
	}
	a, b := members(&was), members(&is)
	drop(a, b, "times", "kept", "version")
	dropUnlessBoth(a, b, "test_file", "train_file", "groups_file")
	if len(was.Rows) == len(is.Rows) {
		for i := range was.Rows {
			r, s := rowMembers(&was.Rows[i]), rowMembers(&is.Rows[i])
			alignRows(r, s)
			differ("decoder "+was.Rows[i].Label, r, s, &lines)
		}
		drop(a, b, "rows")
	}
	differ("", a, b, &lines)
	return lines
}

// members returns the members of the line of a fit.
func members(f *Fit) map[string]any {
	fit, err := detach(*f, hashOnly)
	if err != nil {
		fit = *f // Encode reports it
	}
	fit.Warnings = slices.Sorted(slices.Values(f.Warnings))
	return decoded(fit).(map[string]any)
}

// rowMembers returns the members of a row, with the content of its files if it is loaded.
func rowMembers(r *Row) map[string]any {
	m := decoded(named(r)).(map[string]any)
	if r.Instances != nil {
		m["instances"] = decoded(r.Instances)
	}
	if r.Predictions != nil {
		m["labels"] = decoded(r.Predictions.Labels)
	}
	return m
}

// alignRows drops from two rows what Differences ignores.
func alignRows(a, b map[string]any) {
	drop(a, b, "key", "score")
	if !reflect.DeepEqual(a["measures"], b["measures"]) { // only metrics that both have
		for _, part := range []string{"metrics", "reasons"} {
			r, _ := a[part].(map[string]any)
			s, _ := b[part].(map[string]any)
			dropUnlessBoth(r, s, append(slices.Collect(maps.Keys(r)), slices.Collect(maps.Keys(s))...)...)
			if len(r) == 0 && len(s) == 0 {
				drop(a, b, part)
			}
		}
		drop(a, b, "measures", "instances", "statistics_file", "unshipped_file")
	}
	if whole := a["unshipped_file"]; whole != nil { // hashes say whether the statistics are the same
		a["statistics_file"] = whole
		drop(a, b, "unshipped_file", "instances")
	}
	if a["requested"] != b["requested"] {
		drop(a, b, "requested", "predictions_file")
	}
	dropUnlessBoth(a, b, "predictions_file", "labels", "instances")
}

// drop deletes members of both objects.
func drop(a, b map[string]any, keys ...string) {
	for _, key := range keys {
		delete(a, key)
		delete(b, key)
	}
}

// dropUnlessBoth deletes the members that one object lacks.
func dropUnlessBoth(a, b map[string]any, keys ...string) {
	for _, key := range keys {
		_, left := a[key]
		_, right := b[key]
		if !left || !right {
			drop(a, b, key)
		}
	}
}

// differ adds a line for each different value. In two lists of one length it compares only the
// first different elements, since later ones are likely to differ, too.
func differ(name string, was, is any, lines *[]string) {
	a, objects := was.(map[string]any)
	b, both := is.(map[string]any)
	if objects && both {
		keys := append(slices.Collect(maps.Keys(a)), slices.Collect(maps.Keys(b))...)
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			differ(strings.TrimSpace(name+" "+key), a[key], b[key], lines)
		}
		return
	}
	if reflect.DeepEqual(was, is) {
		return
	}
	x, _ := was.([]any)
	y, _ := is.([]any)
	if len(x) == 0 || len(x) != len(y) {
		*lines = append(*lines, fmt.Sprintf("%s: was %s, is %s", name, shortened(was), shortened(is)))
		return
	}
	n, first := 0, -1
	for i := range x {
		if !reflect.DeepEqual(x[i], y[i]) {
			if n++; n == 1 {
				first = i
			}
		}
	}
	differ(fmt.Sprintf("%s, %d of %d differ, first", name, n, len(x)), x[first], y[first], lines)
}

// decoded returns a part of a record as it is written, in plain maps, lists and texts of numbers.
func decoded(v any) (plain any) {
	text, err := json.Marshal(v)
	if err == nil {
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		err = dec.Decode(&plain)
	}
	if err != nil {
		panic("record: " + err.Error()) // parts of records are plain data
	}
	return plain
}

// shortened returns at most 120 bytes of a value.
func shortened(v any) string {
	text, _ := json.Marshal(v)
	const most = 120
	if len(text) > most {
		return fmt.Sprintf("%s… (%d bytes)", text[:most], len(text))
	}
	return string(text)
}
