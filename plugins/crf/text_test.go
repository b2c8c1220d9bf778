package crf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// textTemplates are the features of BenchmarkTrainText.
var textTemplates = strings.Join([]string{"U00:%x[-2,form]", "U01:%x[-1,form]", "U02:%x[0,form]",
	"U03:%x[1,form]", "U04:%x[2,form]", "U05:%x[-1,form]/%x[0,form]", "U06:%x[0,form]/%x[1,form]",
	"U07:%x[0,form,prefix 3]", "U08:%x[0,form,suffix 3]", "U09:%x[0,form,short-shape]", "B"}, `\n`)

// BenchmarkTrainText takes 52 evaluations on the first sentences of English Web Treebank.
func BenchmarkTrainText(b *testing.B) {
	xs, _ := learnertest.Instances(b, "ud_english_ewt", `{"templates":"`+textTemplates+`"}`)
	for _, n := range []int{400, 1000, 4000} {
		train := slices.Clone(xs[:n])
		narrow(train)
		dims := feature.DimsOf(&train[0])
		for _, args := range []string{`{"seen":true}`, `{}`} {
			m, err := feature.New("linear", []byte(args), dims)
			if err == nil { // all of them without the option
				m, err = feature.NewSeen("linear", []byte(args), dims, feature.Seen(m, train))
			}
			need(b, err)
			c := CRF{Epsilon: 1, Kind: kindLikelihood, Solver: solverLBFGS, Lambda: 2 / float64(n),
				Tolerance: 1e-9}
			in := learner.Input{Train: train, Map: m, Budget: sp.Budget{Calls: int64(52 * n)}}
			b.Run(fmt.Sprintf("%s/%d/%d", args, n, m.Dim()), func(b *testing.B) {
				b.ReportAllocs()
				defer cputime.PerOp(b)()
				for b.Loop() {
					points, _ := fit(b, c, in)
					b.ReportMetric(last(points).Values[sp.ValueObjective], "objective")
				}
			})
		}
	}
}

// narrow drops the features that the instances do not have.
func narrow(xs []sp.Instance) {
	var has []int32
	for i := range xs {
		has = append(has, xs[i].Node.Index...)
	}
	slices.Sort(has)
	has = slices.Compact(has)
	for i := range xs {
		x := &xs[i].Node
		x.D, x.Index = len(has), slices.Clone(x.Index)
		for t, j := range x.Index {
			at, _ := slices.BinarySearch(has, j)
			x.Index[t] = int32(at)
		}
	}
}
