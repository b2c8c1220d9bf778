package examine

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Print writes the report: the outcome of every law, once or task by task, then the failures and
// the reasons for skips.
func (r *Report) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, l := range laws {
		if !l.PerTask {
			fmt.Fprintf(t, "%s\t%s\n", l.Name, r.find(l.Name, ""))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}

	// The table of tasks, unless no law was checked on any.
	if r.any(func(o *Result) bool { return o.Task != "" && o.Skip == "" }) {
		fmt.Fprintf(t, "\n\t%s\n", strings.Join(r.Tasks, "\t"))
		for _, l := range laws {
			if !l.PerTask {
				continue
			}
			fmt.Fprint(t, l.Name)
			for _, task := range r.Tasks {
				fmt.Fprintf(t, "\t%s", r.find(l.Name, task))
			}
			fmt.Fprintln(t)
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, r.explained())
	return err
}

// any reports whether there is one of those results.
func (r *Report) any(those func(o *Result) bool) bool {
	return slices.ContainsFunc(r.Results, func(o Result) bool { return those(&o) })
}

// failed reports whether one of those results is a failure.
func (r *Report) failed(those func(o *Result) bool) bool {
	return r.any(func(o *Result) bool { return o.Err != nil && those(o) })
}

// find returns the outcome of a law as a word; "-" if it does not apply.
func (r *Report) find(law, task string) string {
	for i := range r.Results {
		if o := &r.Results[i]; o.Law == law && o.Task == task {
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

// explained returns each reason once, for all tasks that share it, and describes the laws and tasks
// with failures.
func (r *Report) explained() string {
	var text strings.Builder
	for _, word := range []string{"FAIL", "doubt", "skip"} {
		for _, line := range r.reasons(word) {
			fmt.Fprintf(&text, "\n%s %s", word, line)
		}
	}
	if text.Len() > 0 {
		text.WriteString("\n")
	}
	for _, l := range laws {
		if r.failed(func(o *Result) bool { return o.Law == l.Name }) {
			fmt.Fprintf(&text, "\n%s: %s", l.Name, l.Doc)
		}
	}
	for _, t := range tasks() {
		if r.failed(func(o *Result) bool { return o.Task == t.name }) {
			fmt.Fprintf(&text, "\n%s: %s", t.name, t.doc)
		}
	}
	return text.String()
}

// reasons returns "law on tasks: why" for all results with that outcome, or with doubts. A task
// with all laws skipped for one reason is named alone.
func (r *Report) reasons(word string) (lines []string) {
	type key struct{ law, why string }
	var order []key
	tasks := map[key][]string{}
	for i := range r.Results {
		o := &r.Results[i]
		for _, why := range o.reasons(word) {
			k := key{o.Law, why}
			if o.Skip != "" && o.Task != "" &&
				!r.any(func(p *Result) bool { return p.Task == o.Task && p.Skip != o.Skip }) {
				k.law = "all"
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
		lines = append(lines, fmt.Sprintf("%s%s: %s", k.law, on, k.why))
	}
	return lines
}

// reasons returns why a law has that outcome, or its doubts; none if it has another outcome.
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
