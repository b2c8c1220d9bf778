package learnertest

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Print writes the report: the outcome of every check, once or task by task, then the failures and
// the reasons for skips.
func (r *Report) Print(w io.Writer) error {
	checks := Checks()
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range checks {
		if !c.PerTask {
			fmt.Fprintf(t, "%s\t%s\n", c.Name, r.find(c.Name, ""))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if r.idle() {
		return r.explain(w, checks)
	}
	fmt.Fprintf(t, "\n\t%s\n", strings.Join(r.Tasks, "\t"))
	for _, c := range checks {
		if !c.PerTask {
			continue
		}
		fmt.Fprint(t, c.Name)
		for _, task := range r.Tasks {
			fmt.Fprintf(t, "\t%s", r.find(c.Name, task))
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return r.explain(w, checks)
}

// idle reports whether no check ran on any task.
func (r *Report) idle() bool {
	return !slices.ContainsFunc(r.Results,
		func(o Result) bool { return o.Task != "" && o.Skip == "" })
}

// find returns the outcome of a check as a word; "-" if it does not apply.
func (r *Report) find(check, task string) string {
	for i := range r.Results {
		if o := &r.Results[i]; o.Check == check && o.Task == task {
			return o.word()
		}
	}
	return "-"
}

func (r *Result) word() string {
	switch {
	case r.Err != nil:
		return "FAIL"
	case r.Skip != "":
		return "skip"
	}
	return "ok"
}

// explain writes each reason once, for all tasks that share it, and describes the checks and tasks
// that failed.
func (r *Report) explain(w io.Writer, checks []Check) error {
	var text strings.Builder
	for _, word := range []string{"FAIL", "doubt", "skip"} {
		for _, line := range r.reasons(word) {
			fmt.Fprintf(&text, "\n%s %s", word, line)
		}
	}
	if text.Len() > 0 {
		text.WriteString("\n")
	}
	for _, c := range checks {
		if r.failed(func(o *Result) bool { return o.Check == c.Name }) {
			fmt.Fprintf(&text, "\n%s: %s", c.Name, c.Doc)
		}
	}
	for _, t := range Tasks() {
		if r.failed(func(o *Result) bool { return o.Task == t.Name }) {
			fmt.Fprintf(&text, "\n%s: %s", t.Name, t.Doc)
		}
	}
	_, err := fmt.Fprintln(w, text.String())
	return err
}

// failed reports whether one of those results is a failure.
func (r *Report) failed(those func(o *Result) bool) bool {
	return slices.ContainsFunc(r.Results, func(o Result) bool { return o.Err != nil && those(&o) })
}

// reasons returns "check on tasks: why" for all results with that outcome, or with doubts. A task
// with all checks skipped for one reason is named alone.
func (r *Report) reasons(word string) (lines []string) {
	type key struct{ check, why string }
	var order []key
	tasks := map[key][]string{}
	for i := range r.Results {
		o := &r.Results[i]
		for _, why := range o.reasons(word) {
			k := key{o.Check, why}
			if o.Skip != "" && o.Task != "" && r.wholly(o) {
				k.check = "all"
			}
			if tasks[k] == nil {
				order = append(order, k)
			}
			if !slices.Contains(tasks[k], o.Task) {
				tasks[k] = append(tasks[k], o.Task)
			}
		}
	}
	for _, k := range order {
		on := " on " + strings.Join(tasks[k], ", ")
		if on == " on " {
			on = ""
		}
		lines = append(lines, fmt.Sprintf("%s%s: %s", k.check, on, k.why))
	}
	return lines
}

// reasons returns why a check has that outcome, or its doubts; none if it has another outcome.
func (r *Result) reasons(word string) []string {
	switch {
	case word == "doubt":
		return r.Doubts
	case r.word() != word:
		return nil
	case r.Err != nil:
		return []string{r.Err.Error()}
	}
	return []string{r.Skip}
}

// wholly reports whether all checks on the task of o were skipped for the same reason.
func (r *Report) wholly(o *Result) bool {
	return !slices.ContainsFunc(r.Results,
		func(p Result) bool { return p.Task == o.Task && p.Skip != o.Skip })
}
