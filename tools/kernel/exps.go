package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// in returns a vector of one number in memory. F64 would write −700 as an integer.
func in(name string, x float64) operand.Mem { return integer(name, math.Float64bits(x)) }

// lookup sets to to the entries of a table at index. It is faster than VGATHERQPD.
func lookup(table reg.Register, index, to reg.VecVirtual) {
	low, high, upper := XMM(), XMM(), XMM()
	VEXTRACTI128(operand.U8(1), index, upper)
	for _, half := range []struct{ index, to reg.VecVirtual }{{index.AsX().(reg.VecVirtual), low}, {upper, high}} {
		a, b := GP64(), GP64()
		VMOVQ(half.index, a)
		VPEXTRQ(operand.U8(1), half.index, b)
		VMOVSD(operand.Mem{Base: table, Index: a, Scale: 8}, half.to)
		VMOVHPD(operand.Mem{Base: table, Index: b, Scale: 8}, half.to, half.to)
	}
	VINSERTF128(operand.U8(1), high, low.AsY(), to)
}

// exps emits the steps of Exp of package elementary.
func exps() {
	const round, low = 0x1.8p52, math.Ln2/256 - 0x1.62e42fee00000p-9
	perStep, rounds, stepHigh, stepLow := in("perStep", 256/math.Ln2), in("round", round), in("stepHigh", 0x1.62e42fee00000p-9), in("stepLow", low)
	half, sixth, last := in("half", 0.5), in("sixth", 1.0/6), in("last", 1.0/24)
	normal, nothing := in("normal", -700), in("nothing", -746)
	bytes := GLOBL("bytes", NOPTR|RODATA)
	for i := range 4 {
		DATA(8*i, operand.U64(255))
	}

	TEXT("expsAVX2", NOSPLIT, "func(dst, x *float64, n int, top float64, powers *uint64) int")
	Pragma("noescape")
	Doc("expsAVX2 returns how many entries it has done: all, or those before the first four with one that it leaves. n is 4 or more.")
	dst, x, powers := Load(Param("dst"), GP64()), Load(Param("x"), GP64()), Load(Param("powers"), GP64())
	n, full, top := Load(Param("n"), GP64()).(reg.GPVirtual), GP64(), YMM()
	tops := Load(Param("top"), XMM())
	VBROADCASTSD(tops, top)
	fullColumns(n, full)
	done := GP64()
	XORQ(done, done)
	overlapped("column", n, full, func(j reg.GPVirtual) reg.VecVirtual {
		v, regular, zero, bits := YMM(), YMM(), YMM(), GP32()
		VMOVUPD(operand.Mem{Base: x, Index: j, Scale: 8}, v)
		VSUBPD(top, v, v)
		VCMPPD(operand.U8(0x1E), normal, v, regular) // v > −700
		VCMPPD(operand.U8(0x11), nothing, v, zero)   // v < −746
		VORPD(zero, regular, regular)
		VMOVMSKPD(regular, bits)
		CMPL(bits, operand.U32(15))
		JNE(operand.LabelRef("end"))

		t, steps, p, s := YMM(), YMM(), YMM(), YMM()
		VMULPD(perStep, v, t)
		VADDPD(rounds, t, t)
		VSUBPD(rounds, t, steps)
		VMULPD(stepHigh, steps, p)
		VSUBPD(p, v, v)
		VMULPD(stepLow, steps, p)
		VSUBPD(p, v, v) // r
		index := YMM()
		VPAND(bytes, t, index)
		lookup(powers, index, s)
		VPSRLQ(operand.U8(8), t, t)
		VPSLLQ(operand.U8(52), t, t)
		VPADDQ(t, s, s)
		VMULPD(last, v, p)
		VADDPD(sixth, p, p)
		VMULPD(v, p, p)
		VADDPD(half, p, p)
		VMULPD(v, v, t)
		VMULPD(t, p, p)
		VADDPD(v, p, p)
		VMULPD(s, p, p)
		VADDPD(s, p, p)
		VANDNPD(p, zero, p)
		return p
	}, func(p reg.VecVirtual, j reg.GPVirtual) {
		VMOVUPD(p, operand.Mem{Base: dst, Index: j, Scale: 8})
		LEAQ(operand.Mem{Base: j, Disp: 4}, done)
	})
	Label("end")
	VZEROUPPER()
	Store(done, ReturnIndex(0))
	RET()
}
