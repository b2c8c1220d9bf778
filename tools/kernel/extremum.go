package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// maximum emits a function that returns the largest entry.
func maximum(masks, neutral operand.Mem) {
	better := func(x, y, to operand.Op) { VMAXPD(x, y, to) }
	TEXT("maxAVX2", NOSPLIT, "func(v *float64, n int) (most float64, nan bool)")
	Pragma("noescape")
	Doc("maxAVX2 returns the largest entry, a zero as +0, and whether there is a NaN; most is then of no use. n is 1 or more.")
	v, n := Load(Param("v"), GP64()), Load(Param("n"), GP64()).(reg.GPVirtual)
	full, mask, most, nan, none := GP64(), YMM(), YMM(), YMM(), YMM()
	lanes(masks, n, full, mask)
	VXORPD(nan, nan, nan)
	VBROADCASTSD(neutral, none)
	VMOVAPD(none, most)
	eachColumn("column", full, func(j reg.GPVirtual, masked bool) {
		x, t, at := YMM(), YMM(), operand.Mem{Base: v, Index: j, Scale: 8}
		if masked {
			VMASKMOVPD(at, mask, x)
			VBLENDVPD(mask, x, none, x)
		} else {
			VMOVUPD(at, x)
		}
		better(x, most, most)
		VCMPPD(operand.U8(3), x, x, t)
		VORPD(t, nan, nan)
	})
	low, high, zero := XMM(), XMM(), XMM()
	VXORPD(zero, zero, zero)
	VEXTRACTF128(operand.U8(1), most, high)
	VEXTRACTF128(operand.U8(0), most, low)
	better(high, low, low)
	VUNPCKHPD(low, low, high)
	better(high, low, low)
	VADDPD(zero, low, low) // −0 becomes +0
	bits, answer := GP32(), GP8()
	VMOVMSKPD(nan, bits)
	VZEROUPPER()
	TESTL(bits, bits)
	SETNE(answer)
	Store(low, ReturnIndex(0))
	Store(answer, ReturnIndex(1))
	RET()
}
