// Package array reads arrays in binary formats: [ParseIDX] for MNIST's IDX files, [ParseMAT] for
// MATLAB's MAT-files and [NewNPY] for numpy's, [Single] for one in a file of its own.
package array

// maxContent bounds the decompressed content of a file, in bytes.
const maxContent = 1 << 28
