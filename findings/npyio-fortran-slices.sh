#!/bin/sh
# sbinet/npyio v0.6.0: an array of numpy by columns is right as a mat.Dense, but as a slice it has the
# order of the file, without a word: 1 3 2 4 instead of 1 2 3 4. float32, usual for scores of a
# network, goes into slices only. So whoever reads both into slices gets scores of others.
# Needs Go and git. Fails if an answer changes.
set -eu
room=$(mktemp -d)
trap 'chmod -R u+w "$room"; rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
float64 by rows: mat.Dense [1 2 3 4], slice [1 2 3 4]
float64 by columns: mat.Dense [1 2 3 4], slice [1 3 2 4]
float32 by rows: mat.Dense npy: types don't match, slice [1 2 3 4]
float32 by columns: mat.Dense npy: types don't match, slice [1 3 2 4]
TEXT
cat >main.go <<'GO'
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/sbinet/npyio"
	"gonum.org/v1/gonum/mat"
)

// file has the matrix 1 2, 3 4.
func file[T float32 | float64](columns bool) *bytes.Reader {
	values, order := []T{1, 2, 3, 4}, "False"
	if columns {
		values, order = []T{1, 3, 2, 4}, "True"
	}
	text := fmt.Sprintf("{'descr': '<f%d', 'fortran_order': %s, 'shape': (2, 2), }", binary.Size(T(0)), order)
	b := fmt.Appendf(nil, "\x93NUMPY\x01\x00\x76\x00%-117s\n", text)
	b, _ = binary.Append(b, binary.LittleEndian, values)
	return bytes.NewReader(b)
}

func try[T float32 | float64](name string, columns bool) {
	var dense mat.Dense
	var answer any = npyio.Read(file[T](columns), &dense)
	if answer == nil {
		answer = dense.RawMatrix().Data
	}
	var slice []T
	if err := npyio.Read(file[T](columns), &slice); err != nil {
		panic(err)
	}
	fmt.Printf("%s: mat.Dense %v, slice %v\n", name, answer, slice)
}

func main() {
	try[float64]("float64 by rows", false)
	try[float64]("float64 by columns", true)
	try[float32]("float32 by rows", false)
	try[float32]("float32 by columns", true)
}
GO
go mod init example.com/finding >/dev/null 2>&1
go get github.com/sbinet/npyio@v0.6.0 gonum.org/v1/gonum@v0.9.3 >/dev/null 2>&1
go run . | tee seen
diff want seen
