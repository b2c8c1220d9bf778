package query

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/internal/wire/pb"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// expected returns the right answers to the queries, with solvers of its own.
func expected(t *testing.T, task *oracleTask, a *Access, q *pb.Queries, w []float64,
	own []sp.Potentials) *pb.Answers {
	t.Helper()
	var all wire.Answers
	if q.Difference {
		all.Start = []int32{0}
	}
	for i := range task.instances {
		x := &task.instances[i]
		var p sp.Potentials
		if own != nil {
			p = own[i]
			p.Node = slices.Clone(p.Node)
		} else {
			a.Map.Potentials(&p, w, x)
		}
		if q.Restrict {
			p.Restrict(x)
		}
		if q.Augment {
			costs := make([]float64, len(p.Node))
			a.trainLoss.(sp.NodeLoss).Costs(costs, x, nil)
			for j := range costs {
				p.Node[j] += costs[j]
			}
		}
		s := solverOf(t, task, a, x)
		if inexact, ok := s.(sp.Approximator); ok && q.Kind != pb.Queries_CONDITIONAL {
			all.Approximate = inexact.Approximate()
		}
		var err error
		phi, y, mu, score := make([]float64, a.Map.Dim()), make([]int32, x.N()), sp.Marginals{}, 0.0
		a.Map.Add(phi, 1, x, x.Gold)
		if q.Kind == pb.Queries_MAP {
			score, err = s.MAP(y, &p)
			a.Map.Add(phi, -1, x, y)
			all.Labels = append(all.Labels, y...)
		} else {
			if q.Kind == pb.Queries_MARGINALS {
				score, err = s.Marginals(&mu, &p)
			} else {
				f, y := someGiven(x)
				score, err = s.(sp.Conditioner).Conditional(&mu, &p, f, y)
			}
			a.Map.AddMean(phi, -1, x, &mu)
			all.Node = append(all.Node, mu.Node...)
		}
		need(t, err)
		if all.Score = append(all.Score, score); q.Pairs {
			all.Pair = append(all.Pair, mu.Pair...)
		}
		if q.Augment && q.Kind == pb.Queries_MAP {
			all.Loss = append(all.Loss, a.trainLoss.Value(x, x.Gold, y))
		}
		for j, v := range phi {
			if q.Difference && v != 0 {
				all.Index, all.Value = append(all.Index, int32(j)), append(all.Value, v)
			}
		}
		if q.Difference {
			all.Start = append(all.Start, int32(len(all.Index)))
		}
	}
	m := new(pb.Answers)
	wire.FromAnswers(m, &all)
	return m
}

// solverOf returns a solver of x in this process, for the oracle of the setting.
func solverOf(t *testing.T, task *oracleTask, a *Access, x *sp.Instance) sp.Solver {
	t.Helper()
	choice := must(oracle.Choose(task.setting.Oracle.Name, task.setting.Oracle.Args))(t)
	s := must(choice.Pool(a.Map, task.setting.Seed, nil).Get(x))(t)
	return s
}

// ownScores returns potentials for each instance in one of the forms, also encoded.
func ownScores(r *rand.Rand, task *oracleTask, form string) (list []sp.Potentials,
	m *pb.Potentials) {
	kk := task.setting.K * task.setting.K
	normal := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64()
		}
		return v
	}
	var all sp.Potentials
	shared := normal(kk)
	for i := range task.instances {
		x := &task.instances[i]
		p := sp.Potentials{K: x.K, Edges: x.Edges, Node: normal(x.N() * x.K)}
		switch form {
		case "potts":
			p.Pair.Potts = normal(len(x.Edges))
			for e, v := range p.Pair.Potts {
				p.Pair.Potts[e] = math.Abs(v)
			}
			all.Pair.Potts = append(all.Pair.Potts, p.Pair.Potts...)
		case "table":
			p.Pair.Table = normal(len(x.Edges) * kk)
			all.Pair.Table = append(all.Pair.Table, p.Pair.Table...)
		case "shared":
			p.Pair.Table, all.Pair.Table = shared, shared
		case "none":
			p.Pair.Potts = make([]float64, len(x.Edges))
		}
		list, all.Node = append(list, p), append(all.Node, p.Node...)
	}
	return list, &pb.Potentials{Node: le(all.Node), Potts: le(all.Pair.Potts),
		Table: le(all.Pair.Table)}
}

// All answers equal those of a solver in this process, to the bit.
func TestOraclesAnswerAsInProcess(t *testing.T) {
	o, client := served(t)
	for _, task := range append(oracleTasks(), approximateTasks()...) {
		r := rand.New(rand.NewPCG(6, 6))
		a := NewAccess(&task.setting, task.instances, true, sp.Budget{})
		o.Admit(a)
		w, all := weights(r, a.Map), []int32{0, 1, 2, 3, 4, 5, 6, 7}
		queries := []*pb.Queries{
			{}, {Augment: true}, {Augment: true, Difference: true}, {Restrict: true},
			{Difference: true},
			{Kind: pb.Queries_MARGINALS}, {Kind: pb.Queries_MARGINALS, Pairs: true, Augment: true},
			{Kind: pb.Queries_MARGINALS, Difference: true},
			{Kind: pb.Queries_MARGINALS, Restrict: true, Pairs: true, Difference: true},
			{Kind: pb.Queries_CONDITIONAL, Pairs: true},
			{Kind: pb.Queries_CONDITIONAL, Augment: true, Restrict: true, Difference: true},
		}
		forms := []string{"", "potts", "none"}
		if task.marginals { // one form is enough
			forms = append(forms, "table", "shared")
		}
		for _, q := range queries {
			if q.Kind == pb.Queries_MARGINALS && !task.marginals {
				continue
			}
			for _, form := range forms {
				var own []sp.Potentials
				q.Token, q.Indices, q.W, q.Potentials = a.token, le(all), le(w), nil
				if q.Kind == pb.Queries_CONDITIONAL {
					q.Given = allGiven(&task)
				}
				if form != "" {
					own, q.Potentials = ownScores(r, &task, form)
					q.W = nil
				}
				before, _ := a.Spent()
				got, err := ask(t, client, q)
				if err != nil {
					t.Fatalf("%s %v %s: %v", task.name, q, form, err)
				}
				want := expected(t, &task, a, q, w, own)
				switch q.Kind {
				case pb.Queries_MAP:
					before.MAP += 8
				case pb.Queries_MARGINALS:
					before.Marginals += 8
				default:
					before.Conditional += 8
				}
				want.Counts = &pb.Counts{Visits: before.Calls(), Map: before.MAP,
					Marginals: before.Marginals, Conditional: before.Conditional}
				if got[0].String() != want.String() {
					t.Errorf("%s, potentials %q, %s: not what a solver in process says", task.name,
						form, q.Kind)
				}
			}
		}
		a.End()
	}
}
