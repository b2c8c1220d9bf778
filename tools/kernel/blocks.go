package main

import (
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// most is the largest number of vectors of four columns in one block.
const most = 8

// blocks emits a loop over the columns that are left. A round takes as many vectors as possible:
// block writes the code for width vectors. If last is set, the last vector may have fewer than four
// columns. The loop advances the pointers.
func blocks(left reg.Register, pointers []reg.Register, prepare func(), block func(label string, width int, last bool)) {
	Label("next")
	CMPQ(left, operand.U32(4*most))
	JLE(operand.LabelRef("last"))
	block("full", most, false)
	for _, p := range pointers {
		ADDQ(operand.U32(32*most), p)
	}
	SUBQ(operand.U32(4*most), left)
	JMP(operand.LabelRef("next"))

	Label("last") // 1 to 4·most columns: the vectors before the last one are full
	prepare()
	vectors := GP64()
	LEAQ(operand.Mem{Base: left, Disp: 3}, vectors)
	SHRQ(operand.U8(2), vectors)
	for width := 1; width < most; width++ {
		CMPQ(vectors, operand.U32(width))
		JEQ(operand.LabelRef("w" + strconv.Itoa(width)))
	}
	for width := most; width >= 1; width-- {
		name := "w" + strconv.Itoa(width)
		Label(name)
		block(name, width, true)
		if width > 1 {
			JMP(operand.LabelRef("done"))
		}
	}
	Label("done")
}
