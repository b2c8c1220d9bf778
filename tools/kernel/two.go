package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// gatherTwo is gather of a dense row for vectors of two weights. The weights of two features make
// one vector.
func gatherTwo() {
	TEXT("gatherTwoAVX2", NOSPLIT, "func(dst, w *float64, value *float32, fours int)")
	Pragma("noescape")
	Doc("gatherTwoAVX2 sums over 4·fours features, at least four.")
	dst, w, value, fours := Load(Param("dst"), GP64()), Load(Param("w"), GP64()), Load(Param("value"), GP64()), Load(Param("fours"), GP64())
	acc := XMM()
	VXORPD(acc, acc, acc)
	Label("four")
	f, low, high := XMM(), XMM(), XMM()
	ab, cd, first, second := YMM(), YMM(), YMM(), YMM()
	VMOVUPS(operand.Mem{Base: value}, f)
	VUNPCKLPS(f, f, low)
	VUNPCKHPS(f, f, high)
	VCVTPS2PD(low, ab)
	VCVTPS2PD(high, cd)
	VMULPD(operand.Mem{Base: w}, ab, ab)
	VMULPD(operand.Mem{Base: w, Disp: 32}, cd, cd)
	VINSERTF128(operand.U8(1), cd.AsX(), ab, first) // a and c
	VPERM2F128(operand.U8(0x31), cd, ab, second)    // b and d
	VADDPD(second, first, first)
	VEXTRACTF128(operand.U8(1), first, high)
	VADDPD(high, first.AsX(), low)
	VADDPD(low, acc, acc)
	ADDQ(operand.I8(16), value)
	ADDQ(operand.I8(64), w)
	DECQ(fours)
	JNZ(operand.LabelRef("four"))
	VMOVUPD(acc, operand.Mem{Base: dst})
	VZEROUPPER()
	RET()
}
