package table

import (
	"math"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/wording"
)

// noteWall names the learners whose wall seconds are not their CPU seconds, with the ratio on the dataset where it is
// farthest from 1: they waited, or had several processors.
func (t *Table) noteWall() {
	const unlike = 1.3
	var texts []string
	for r, row := range t.Rows {
		if r > 0 && t.Rows[r-1].Label == row.Label {
			continue
		}
		far := 0.0 // log of the ratio
		for _, e := range row.Effort {
			if ratio := math.Log(float64(e.Seconds / e.CPUSeconds)); finite(ratio) && math.Abs(ratio) > math.Abs(far) {
				far = ratio
			}
		}
		if math.Abs(far) > math.Log(unlike) {
			texts = append(texts, row.Label+" "+chart.Fixed(math.Exp(far), wording.Decimals([]float64{math.Exp(far)})))
		}
	}
	if len(texts) > 0 {
		t.note("Wall seconds over CPU seconds, where more than %s apart: %s.", chart.Significant(unlike, 3)+" times", strings.Join(texts, ", "))
	}
}
