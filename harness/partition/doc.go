// Package partition divides the variables of a graph in two, (A,B), so that the edges within A
// close no cycle. Given labels for B, sums over those of A are then exact on any graph
// ([sp.Conditioner]). A [Grower] returns one such A after another, [Cover] enough of them to reach
// every variable:
//
//	forest := partition.NewGrower(x, partition.BreadthFirst, seed).Next()
//
// B is a feedback vertex set; the smaller it is, the more is summed over. A minimum one is hard
// to find. A forest grown at random until no variable can be added is close (Pletscher & Ong,
// Part & Clamp, 2010): on the 4-connected grid, with 1/3 as the least possible share of B,
// breadth-first growth leaves 0.33 to 0.34 and depth-first growth 0.38 to 0.41.
//
// Partitions are functions of a seed and an instance: host and learner compute the same ones.
package partition
