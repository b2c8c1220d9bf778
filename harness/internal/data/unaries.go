package data

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/spbench/spbench/harness/internal/classify"
	"github.com/spbench/spbench/harness/internal/superpixel"
	"github.com/spbench/spbench/harness/sp"
)

// crossFits is how many parts fold 0 is divided into, each seen by a classifier of the others.
const crossFits = 5

// unaries returns the log-probabilities of labels of each superpixel (rows of K), from a classifier
// not trained on the photograph. They are cached.
func (a stanfordArgs) unaries(all []*pixelGraph, fold []int) ([]float32, error) {
	sum, n := sha256.New(), 0
	for _, g := range all {
		sum.Write(encoded(g))
		n += len(g.Size)
	}
	text := fmt.Sprintf("%x %d %d %d %v", sum.Sum(nil), a.Hidden, a.Passes, a.Seed, fold)
	return remembered("unaries", text, func() ([]float32, error) {
		out := make([]float32, n*len(stanfordLabels))
		return out, a.crossFit(out, all, fold)
	})
}

// crossFit fills out. Photographs of fold 0 are dealt to parts of equal size; part crossFits is
// fold 1, seen by a classifier of all of fold 0.
func (a stanfordArgs) crossFit(out []float32, all []*pixelGraph, fold []int) error {
	const width = 2 * (superpixel.Columns - 1)
	part, dealt := make([]int, len(fold)), 0
	for _, i := range rand.New(rand.NewPCG(a.Seed, 0x666974)).Perm(len(fold)) {
		part[i] = crossFits
		if fold[i] == 0 {
			part[i] = dealt % crossFits
			dealt++
		}
	}
	var rows []float32
	var of []int // the part of each superpixel
	var gold []int32
	var size []float64
	for i, g := range all {
		rows = append(rows, g.inContext()...)
		of = append(of, slices.Repeat([]int{part[i]}, len(g.Size))...)
		gold, size = append(gold, majority(g.Mixed, len(stanfordLabels))...), append(size, g.Size...)
	}
	k := len(stanfordLabels)
	return onAllProcessors("networks for node scores", crossFits+1, func(p int) error {
		weight, labels := make([]float64, len(of)), make([]int32, len(of))
		for v, q := range of {
			if l := gold[v]; q != p && q != crossFits && l != sp.Unknown {
				weight[v], labels[v] = size[v], l
			}
		}
		n, err := classify.Train(rows, width, labels, weight, k,
			classify.Options{Hidden: a.Hidden, Passes: a.Passes, Seed: a.Seed})
		if err != nil {
			return fmt.Errorf("part %d of %d of the training photographs: %w", p, crossFits,
				err)
		}
		for v, q := range of {
			if q == p {
				n.LogProbabilities(out[v*k:][:k], rows[v*width:][:width])
			}
		}
		return nil
	})
}

// inContext returns the descriptions of the superpixels without the constant, each followed by the
// mean of its neighbours, or by itself if it has none.
func (g *pixelGraph) inContext() []float32 {
	const own, width = superpixel.Columns - 1, 2 * (superpixel.Columns - 1)
	rows, degree := make([]float32, len(g.Size)*width), make([]float32, len(g.Size))
	for _, e := range g.Edges {
		for _, ends := range [2][2]int{{int(e.U), int(e.V)}, {int(e.V), int(e.U)}} {
			at, from := ends[0], ends[1]
			degree[at]++
			for c, x := range g.Node[from*superpixel.Columns:][:own] {
				rows[at*width+own+c] += x
			}
		}
	}
	for v, n := range degree {
		row, self := rows[v*width:][:width], g.Node[v*superpixel.Columns:][:own]
		copy(row, self)
		for c := range own {
			if n == 0 {
				row[own+c] = self[c]
			} else {
				row[own+c] /= n
			}
		}
	}
	return rows
}
