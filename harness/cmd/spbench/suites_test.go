package main

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

// TestSuitesOfTheRepository: every suite can be planned. All names of learners, parameters,
// decoders and published numbers exist. If the data are present, the splits can be drawn.
func TestSuitesOfTheRepository(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../suites/*/suite.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are %d suites: %v", len(files), err)
	}
	must(find.Learner("crf", find.Options{}))(t) // otherwise a plan prints that it builds the learners
	for _, file := range files {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			large := []string{"bounds", "denoising", "digits", "encoders", "horses", "phases", "scenes",
				"shootout", "silhouettes", "structures", "weak"}
			data, _, _ := strings.Cut(filepath.Base(dir), "-")
			if slices.Contains(large, data) {
				longtest.Skip(t)
			}
			// The larger suites of the same data: their names alone.
			noData, s := "", must(suite.Read(dir))(t)
			if slices.Contains([]string{"acceleration", "digits", "phases", "shootout", "scenes-pixels",
				"silhouettes"}, filepath.Base(dir)) {
				noData = t.TempDir()
			}
			if slices.Contains(large, data) {
				s = must(s.Override(suite.Override{Quick: true}))(t)
			}
			if _, err := suite.ReadPublished(dir); err != nil {
				t.Error(err)
			}
			p, err := plan.New(t.Context(), s,
				plan.Options{DataDir: noData, Note: func(line string) {
					// Four suites have rotations beside drawn splits. Scenes have pixels without a label,
					// and labels too thin for a superpixel.
					if !(strings.Contains(line, "its split is the same for all") &&
						slices.Contains([]string{"shootout", "structures", "matchings", "grabcut"}, data)) &&
						!strings.Contains(line, "dataset scenes: ") && !strings.Contains(line, "dataset Potts: ") &&
						!strings.Contains(line, "too thin for a variable") {
						t.Error(line)
					}
				}})
			if errors.Is(err, fs.ErrNotExist) { // names are checked before data are read
				t.Skipf("SKIPPED: names are right, but splits cannot be drawn without the data: %v",
					err)
			}
			need(t, err)
			if len(p.Fits) == 0 {
				t.Error("nothing would be fitted")
			}
		})
	}
}
