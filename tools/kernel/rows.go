package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fullColumns sets full to the columns before the last vector of k.
func fullColumns(k, full reg.GPVirtual) {
	LEAQ(operand.Mem{Base: k, Disp: -1}, full)
	ANDQ(operand.I8(-4), full)
}

// overlapped emits a loop over the vectors of a row of k ≥ 4 columns. The last vector ends with the
// row and may overlap the one before. It is computed before any vector is stored, because the
// function may read and write the same row.
func overlapped(label string, k, full reg.GPVirtual, compute func(j reg.GPVirtual) reg.VecVirtual, store func(x reg.VecVirtual, j reg.GPVirtual)) {
	j, tail := GP64(), GP64()
	LEAQ(operand.Mem{Base: k, Disp: -4}, tail)
	last := compute(tail)
	XORQ(j, j)
	JMP(operand.LabelRef(label + "test"))
	Label(label)
	store(compute(j), j)
	ADDQ(operand.I8(4), j)
	Label(label + "test")
	CMPQ(j, full)
	JLT(operand.LabelRef(label))
	store(last, tail)
}
