// Package array reads the binary formats of published images: [ParseIDX] for MNIST's IDX files and
// [ParseMAT] for MATLAB's MAT-files.
package array

// maxContent bounds the decompressed content of a file, in bytes.
const maxContent = 1 << 28
