package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// scatter adds a·v (s) to the vectors of a row.
func scatter(r rowKind, masks operand.Mem) {
	TEXT(r.name("scatter"), NOSPLIT, "func(w, v *float64, s int, a float64, "+r.params()+") bool")
	Pragma("noescape")
	Doc(r.name("scatter") + " reports whether a number is not below limit. s is 4 or more.")
	w, v := Load(Param("w"), GP64()), Load(Param("v"), GP64())
	left, stride, tail := Load(Param("s"), GP64()), GP64(), GP64()
	MOVQ(left, stride)
	SHLQ(operand.U8(3), stride)
	n := Load(Param("n"), GP64())
	low, a, before, minusZero := Load(Param("a"), XMM()).(reg.VecVirtual), YMM(), YMM(), YMM()
	VBROADCASTSD(low, a)
	k := r.walk(w, stride)
	prepare := func() {
		toTail(left, tail)()
		base := GP64()
		LEAQ(masks, base)
		// of the last four columns, those that are not left
		VMOVUPD(operand.Mem{Base: base, Index: left, Scale: 8}, before)
		VPCMPEQD(minusZero, minusZero, minusZero)
		VPSLLQ(operand.U8(63), minusZero, minusZero)
	}
	blocks(left, []reg.Register{v, w}, prepare, func(label string, width int, last bool) {
		i := k.start()
		add := make([]reg.VecVirtual, width)
		for j := range add {
			add[j] = YMM()
			VMOVUPD(column(v, j, width, last, tail), add[j])
			if r == indexed {
				VMULPD(a, add[j], add[j])
			}
		}
		alone := last && width == 1 // columns of the block before would be added to twice: −0 is added to them
		if alone && r == indexed {
			VBLENDVPD(before, minusZero, add[0], add[0])
		}
		again, done, skip := label+"again", label+"done", label+"skip"
		Label(again)
		CMPQ(i, n)
		JGE(operand.LabelRef(done))
		p, f := k.vector(i, 0)
		if r == dense {
			bits := GP32()
			MOVL(operand.Mem{Base: k.value, Index: i, Scale: 4}, bits)
			ADDL(bits, bits)
			JEQ(operand.LabelRef(skip)) // a factor of 0 leaves its vector as it is
		}
		if f != nil {
			VMULPD(a, f, f)
		}
		plus := func(j int) reg.VecVirtual {
			x, product := YMM(), add[j]
			if f != nil {
				product = YMM()
				VMULPD(f, add[j], product)
				if alone {
					VBLENDVPD(before, minusZero, product, product)
				}
			}
			VADDPD(column(p, j, width, last, tail), product, x)
			return x
		}
		// The last two overlap: both are read before either is written.
		for j := width - 1; j >= 0; j -= 2 {
			x := plus(j)
			if j > 0 {
				y := plus(j - 1)
				VMOVUPD(x, column(p, j, width, last, tail))
				VMOVUPD(y, column(p, j-1, width, last, tail))
			} else {
				VMOVUPD(x, column(p, j, width, last, tail))
			}
		}
		Label(skip)
		INCQ(i)
		JMP(operand.LabelRef(again))
		Label(done)
	})
	k.end()
}
