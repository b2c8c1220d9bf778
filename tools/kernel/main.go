// Command kernel writes the assembly of package kernel:
//
//	go generate ./harness/kernel
package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!purego")
	inf := GLOBL("inf", NOPTR|RODATA)
	DATA(0, operand.U64(0x7FF0000000000000))
	// masks of the last 1 to 4 columns: word i and the next three select 4−i columns
	masks := GLOBL("masks", NOPTR|RODATA)
	for i := range 8 {
		word := ^uint64(0)
		if i >= 4 {
			word = 0
		}
		DATA(8*i, operand.U64(word))
	}
	columns{
		name: "minColumnsAVX2", doc: "reports whether any difference is NaN; dst is then of no use",
		neutral: func(acc reg.VecVirtual, inf operand.Op) { VBROADCASTSD(inf, acc) },
		combine: func(at operand.Op, v, x, acc reg.VecVirtual, nan, t reg.VecVirtual) {
			VSUBPD(at, v, x)
			VMINPD(x, acc, acc)
			VCMPPD(operand.U8(3), x, x, t) // unordered
			VORPD(t, nan, nan)
		},
		positive: true,
	}.generate(masks, inf)
	columns{
		name: "sumColumnsAVX2", doc: "returns false",
		neutral: func(acc reg.VecVirtual, _ operand.Op) { VXORPD(acc, acc, acc) },
		combine: func(at operand.Op, v, x, acc reg.VecVirtual, _, _ reg.VecVirtual) {
			VMULPD(at, v, x) // and no FMA, which rounds once less than Go does
			VADDPD(x, acc, acc)
		},
	}.generate(masks, inf)
	for _, r := range []rowKind{indexed, valued, dense} {
		gather(r)
		scatter(r, masks)
	}
	exps()
	gumbel()
	logs()
	sumSquares()
	move()
	relax(inf)
	Generate()
}

// columns is a function of a table and a vector. It combines the entries of each column with those
// of the vector, from the first row to the last.
type columns struct {
	name, doc string
	neutral   func(acc reg.VecVirtual, inf operand.Op)
	combine   func(at operand.Op, v, x, acc reg.VecVirtual, nan, t reg.VecVirtual)
	positive  bool // a zero is to be +0
}

func (c columns) generate(masks, inf operand.Mem) {
	TEXT(c.name, NOSPLIT, "func(dst, v, table *float64, k int) bool")
	Pragma("noescape")
	Doc(c.name + " " + c.doc + ".")
	dst, v, table := Load(Param("dst"), GP64()), Load(Param("v"), GP64()), Load(Param("table"), GP64())
	k := Load(Param("k"), GP64())
	stride, left := GP64(), GP64()
	MOVQ(k, stride)
	SHLQ(operand.U8(3), stride)
	MOVQ(k, left)
	nan := YMM()
	VXORPD(nan, nan, nan)
	mask := YMM()

	block := func(label string, width int, masked bool) {
		p, at, rows := GP64(), GP64(), GP64()
		MOVQ(table, p)
		MOVQ(v, at)
		MOVQ(k, rows)
		acc := make([]reg.VecVirtual, width)
		for j := range acc {
			acc[j] = YMM()
			c.neutral(acc[j], inf)
		}
		Label(label + "row")
		b := YMM()
		VBROADCASTSD(operand.Mem{Base: at}, b)
		for j := range acc {
			x, t := YMM(), YMM()
			var from operand.Op = operand.Mem{Base: p, Disp: 32 * j}
			if masked && j == width-1 {
				VMASKMOVPD(from, mask, x)
				from = x
			}
			c.combine(from, b, x, acc[j], nan, t)
		}
		ADDQ(stride, p)
		ADDQ(operand.U8(8), at)
		DECQ(rows)
		JNZ(operand.LabelRef(label + "row"))
		zero := YMM()
		if c.positive {
			VXORPD(zero, zero, zero)
		}
		for j := range acc {
			if c.positive {
				VADDPD(zero, acc[j], acc[j])
			}
			to := operand.Mem{Base: dst, Disp: 32 * j}
			if masked && j == width-1 {
				VMASKMOVPD(acc[j], mask, to)
			} else {
				VMOVUPD(acc[j], to)
			}
		}
	}

	blocks(left, []reg.Register{dst, table}, func() {
		rest, base := GP64(), GP64()
		MOVQ(left, rest)
		NEGQ(rest)
		ANDQ(operand.I8(3), rest) // columns that the last vector lacks
		LEAQ(masks, base)
		VMOVUPD(operand.Mem{Base: base, Index: rest, Scale: 8}, mask)
	}, block)
	bits := GP32()
	VMOVMSKPD(nan, bits)
	VZEROUPPER()
	TESTL(bits, bits)
	answer := GP8()
	SETNE(answer)
	Store(answer, ReturnIndex(0))
	RET()
}
