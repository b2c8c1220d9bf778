package data

import (
	"math/rand/v2"
	"strconv"

	"github.com/spbench/spbench/harness/sp"
)

var modelsEntry = withArguments(Entry{
	Name: "models",
	Doc: "generated models with given scores (learner given), 4-connected grids without true " +
		"labels, to compare decoders and bounds on log Z; 2 folds: one model, and all others",
	Licence: "generated; public domain",
}, modelsArgs{Models: 41, Rows: 8, Columns: 8, Labels: 2, Field: 1, Coupling: 1,
	Pairs: "attractive", Seed: 1}, loadModels)

// modelsArgs are the arguments of "models". Node scores have standard deviation Field. Pair scores
// are Coupling for equal labels, else 0; or random with that standard deviation, for all pairs of
// labels.
type modelsArgs struct {
	Models   int     `json:"models" range:"[2,1000000]" help:"number of models"`
	Rows     int     `json:"rows" range:"[1,1000]" help:"rows of a grid"`
	Columns  int     `json:"columns" range:"[1,1000]" help:"columns of a grid"`
	Labels   int     `json:"labels" range:"[2,16]" help:"labels of a variable"`
	Field    float64 `json:"field" range:"[0,16]" help:"standard deviation of node scores"`
	Coupling float64 `json:"coupling" range:"[0,16]" help:"size of pair scores"`
	Pairs    string  `json:"pairs" enum:"attractive,mixed" help:"pair scores: for equal labels, or of both signs"`
	Seed     uint64  `json:"seed" help:"of the scores"`
}

func loadModels(_ Entry, a modelsArgs) (*Dataset, error) {
	k := a.Labels
	d := &Dataset{K: k, NodeWidth: k, EdgeWidth: k * k}
	for l := range k {
		d.Labels = append(d.Labels, strconv.Itoa(l))
	}
	edges := sp.GridEdges(a.Rows, a.Columns)
	for i := range a.Models {
		r := rand.New(rand.NewPCG(a.Seed, uint64(i)+1))
		normal := func(sd float64) float32 { return float32(int64(sd*unit)*bell(r)>>16) / unit }
		n := a.Rows * a.Columns
		x := sp.Instance{ID: "model-" + strconv.Itoa(i), Weight: 1, K: k, Edges: edges,
			Shape: [2]int{a.Rows, a.Columns}, Node: sp.Rows{N: n, D: k},
			Edge: sp.Rows{N: len(edges), D: k * k}}
		for range n {
			x.Gold = append(x.Gold, sp.Unknown)
			for range k {
				x.Node.Dense = append(x.Node.Dense, normal(a.Field))
			}
		}
		for j := range len(edges) * k * k {
			v := float32(0)
			if a.Pairs == "mixed" {
				v = normal(a.Coupling)
			} else if pair := j % (k * k); pair%(k+1) == 0 {
				v = float32(a.Coupling)
			}
			x.Edge.Dense = append(x.Edge.Dense, v)
		}
		d.Instances, d.Fold = append(d.Instances, x), append(d.Fold, min(i, 1))
	}
	return d, nil
}
