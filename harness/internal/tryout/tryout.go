// Package tryout tries all learners on a few instances of a dataset, and lists the ones that work.
package tryout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// A Tryout runs every learner on a few instances of a dataset. Its fits take five passes: after one
// pass, weights of pairs may still be 0.
type Tryout struct {
	d       *data.Dataset
	dataset map[string]any // item of a suite
	options plan.Options
}

// New returns a tryout of dataset d with this name and these arguments.
func New(d *data.Dataset, name string, args []byte, o plan.Options) (*Tryout, error) {
	item := map[string]any{}
	if err := json.Unmarshal(args, &item); err != nil {
		return nil, err
	}
	n := len(d.Instances)
	train, test := min(10, (n+1)/2), min(5, n/2)
	switch {
	case test == 0:
		return nil,
			errors.New("data check -learners: one instance is too few: none is left for testing")
	case d.Parts != nil: // no split is needed
	case d.Fitted:
		item["split"] = map[string]any{"train": []int{0}, "test": []int{slices.Max(d.Fold)}}
	default:
		item["split"] = map[string]any{"train": train, "test": test}
	}
	item["as"] = "it"
	return &Tryout{d: d, dataset: map[string]any{name: item}, options: o}, nil
}

// Write runs the fits and prints for each learner its possible decoders, for each form of pairwise features. If a
// learner fails with its defaults, it prints the parameter values it works with.
func (r *Tryout) Write(ctx context.Context, w io.Writer) error {
	names := find.Names(find.Options{PluginPath: r.options.PluginPath})
	for _, pairs := range []string{`{"pairs":"full"}`, `{"pairs":"potts"}`} {
		var learners []any
		for _, name := range names {
			learners = append(learners, name)
		}
		fits, err := r.fits(ctx, pairs, learners)
		if err != nil {
			return err
		}
		others, err := r.others(ctx, pairs, fits)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "learners, features: {linear: %s}\n",
			strings.NewReplacer(`"`, "", ":", ": ", ",", ", ").Replace(pairs))
		for _, name := range names {
			text := verdict(fits[name])
			if list := others[name]; len(list) > 0 {
				text = fmt.Sprintf("only with %s; otherwise %s", strings.Join(list, ", "), text)
			}
			fmt.Fprintf(w, "  %-13s%s\n", name, text)
		}
	}
	return nil
}

// others returns, for skipped learners, the values of one parameter they work with.
func (r *Tryout) others(ctx context.Context, pairs string,
	fits map[string]*record.Fit) (map[string][]string, error) {
	var items []any
	of := map[string][2]string{} // learner and choice, by label
	for _, name := range slices.Sorted(maps.Keys(fits)) {
		if fits[name].Outcome.Kind != record.Skipped {
			continue
		}
		about, err := plan.Describe(ctx, name, r.options)
		if err != nil {
			return nil, err
		}
		for _, p := range about.Parameters {
			for _, value := range p.Enum {
				choice := p.Name + ": " + value
				// A trial with an encoder may end in pretraining, before the first oracle call.
				if p.When == "" && p.Name != "encoder" && string(p.Default) != `"`+value+`"` {
					items = append(items, map[string]any{name: map[string]any{p.Name: value,
						"as": name + " " + choice}})
					of[name+" "+choice] = [2]string{name, choice}
				}
			}
		}
	}
	found := map[string][]string{}
	if len(items) == 0 {
		return found, nil
	}
	fits, err := r.fits(ctx, pairs, items)
	for _, label := range slices.Sorted(maps.Keys(fits)) {
		if fits[label].Outcome.Good() {
			found[of[label][0]] = append(found[of[label][0]], of[label][1])
		}
	}
	return found, err
}

// fits fits learners, given as items of a suite, and returns the fits by label.
func (r *Tryout) fits(ctx context.Context, pairs string, learners []any) (map[string]*record.Fit,
	error) {
	text, err := json.Marshal(map[string]any{
		"suite": "trial", "datasets": []any{r.dataset}, "learners": learners,
		"decoders": []string{"map", "mpm", "lbp"}, "quick": true,
		"features": map[string]any{"linear": json.RawMessage(pairs)},
		"budget":   map[string]any{"passes": 5}, "limits": map[string]any{"seconds": 20},
	})
	if err != nil {
		return nil, err
	}
	s, err := suite.Parse("data check", text)
	if err != nil {
		return nil, err
	}
	planned, err := plan.New(ctx, s, r.options)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "spbench-trial")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // leftovers cost space only
	store, err := record.Create(dir, "trial", planned.Text)
	if err != nil {
		return nil, err
	}
	_, err = run.Run(ctx, planned, store, run.Options{})
	list, _, loading := store.Load()
	if err := errors.Join(err, loading, store.Close()); err != nil {
		return nil, err
	}
	fits := map[string]*record.Fit{}
	for i := range list {
		fits[list[i].Label] = &list[i]
	}
	return fits, nil
}

// verdict lists the decoders of a fit that work, or the reason of failure.
func verdict(f *record.Fit) string {
	if !f.Outcome.Good() {
		return fmt.Sprintf("%s: %s", f.Outcome.Kind, f.Outcome.Why())
	}
	var parts []string
	var lacks ordered.Groups[string] // decoders, by reason
	for _, row := range f.Rows {
		if row.Outcome.Good() {
			parts = append(parts, row.Decoder)
			continue
		}
		lacks.Add(row.Outcome.Why(), row.Decoder)
	}
	parts = []string{strings.Join(parts, ", ")}
	for reason, decoders := range lacks.All() {
		parts = append(parts, fmt.Sprintf("no %s: %s", strings.Join(decoders, ", "), reason))
	}
	return strings.Join(parts, "; ")
}
