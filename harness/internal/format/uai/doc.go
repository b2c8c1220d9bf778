// Package uai reads and writes graphical models in the format of the UAI inference competitions
// (https://uaicompetition.github.io/uci-2022/file-formats/): [Read], [Write], and solutions by
// [WriteSolution]. A [Model] holds logarithms of factors:
//
//	m, err := uai.Read("grid4x4.uai", false)
//	m.Fill(&x, slices.Max(m.Labels)) // x has the scores as the feature map "scores" reads them
//
// Factors of one scope become one. 0 has the logarithm −10⁹, as [sp.MayFollow]; scores below half
// of it are written as 0. All scopes of sp.Factors have one size: beside factors of four variables,
// one of three gets a fourth, on which it does not depend. A constant gets the first variable.
package uai
