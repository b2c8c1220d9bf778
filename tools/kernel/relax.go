package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// relax emits kernel.Relax for a multiple of eight entries. The least entry is first found in eight
// parts: part j has entries j, j+8, …
func relax(inf operand.Mem) {
	start := GLOBL("start", NOPTR|RODATA)
	for i := range 8 {
		DATA(8*i, operand.U64(i))
	}
	eight := GLOBL("eight", NOPTR|RODATA)
	DATA(0, operand.U64(8))
	TEXT("relaxAVX2", NOSPLIT, "func(d, s, v *float64, from *int64, n int, base float64, r int64) (least float64, at int)")
	Pragma("noescape")
	Doc("relaxAVX2 returns the least entry and its first place or -1; n is the number of eights, not 0.")
	var p [4]reg.Register
	for i, name := range []string{"d", "s", "v", "from"} {
		p[i] = Load(Param(name), GP64())
	}
	eights := Load(Param("n"), GP64())
	base, r := YMM(), YMM()
	VBROADCASTSD(Load(Param("base"), XMM()), base)
	low := XMM()
	VMOVQ(Load(Param("r"), GP64()), low)
	VPBROADCASTQ(low, r)
	step := YMM()
	VPBROADCASTQ(eight, step)
	var least, at, place [2]reg.VecVirtual
	for half := range 2 {
		least[half], at[half], place[half] = YMM(), YMM(), YMM()
		VBROADCASTSD(inf, least[half])
		VPCMPEQD(at[half], at[half], at[half])
		VMOVDQU(start.Offset(32*half), place[half])
	}
	Label("relaxed")
	for half := range 2 {
		mem := func(i int) operand.Mem { return operand.Mem{Base: p[i], Disp: 32 * half} }
		x, d, f, less := YMM(), YMM(), YMM(), YMM()
		VSUBPD(mem(1), base, x)
		VSUBPD(mem(2), x, x)
		VMOVUPD(mem(0), d)
		VMOVUPD(mem(3), f)
		VCMPPD(operand.U8(1), d, x, less) // x < d
		VBLENDVPD(less, x, d, d)
		VBLENDVPD(less, r, f, f)
		VMOVUPD(d, mem(0))
		VMOVUPD(f, mem(3))
		VCMPPD(operand.U8(1), least[half], d, less)
		VBLENDVPD(less, d, least[half], least[half])
		VBLENDVPD(less, place[half], at[half], at[half])
		VPADDQ(step, place[half], place[half])
	}
	for _, q := range p {
		ADDQ(operand.I8(64), q)
	}
	DECQ(eights)
	JNZ(operand.LabelRef("relaxed"))
	top, nearest := least[0], at[0]
	better := func(other, there reg.VecVirtual) { // or as good and before
		less, same, before := YMM(), YMM(), YMM()
		VCMPPD(operand.U8(1), top, other, less)
		VCMPPD(operand.U8(0), top, other, same)
		VPCMPGTQ(there, nearest, before)
		VPAND(before, same, same)
		VPOR(same, less, less)
		VBLENDVPD(less, other, top, top)
		VBLENDVPD(less, there, nearest, nearest)
	}
	better(least[1], at[1])
	other, there := YMM(), YMM()
	VPERM2F128(operand.U8(1), top, top, other)
	VPERM2F128(operand.U8(1), nearest, nearest, there)
	better(other, there)
	VPERMILPD(operand.U8(5), top, other)
	VPERMILPD(operand.U8(5), nearest, there)
	better(other, there)
	answer := GP64()
	VMOVQ(nearest.AsX(), answer)
	Store(top.AsX(), ReturnIndex(0))
	VZEROUPPER()
	Store(answer, ReturnIndex(1))
	RET()
}
