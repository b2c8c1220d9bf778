package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// constants are the vectors of integer, by name.
var constants = map[string]operand.Mem{}

// integer returns four times one integer in memory; one constant for each name.
func integer(name string, x uint64) operand.Mem {
	at, ok := constants[name]
	if !ok {
		at = GLOBL(name, NOPTR|RODATA)
		for i := range 4 {
			DATA(8*i, operand.U64(x))
		}
		constants[name] = at
	}
	return at
}

// times returns a function that multiplies a vector of integers by a constant, modulo 2⁶⁴. AVX2 only
// has products of 32 bits.
func times(name string, c uint64) func(z reg.VecVirtual) {
	low, high := integer(name+"Low", c&math.MaxUint32), integer(name+"High", c>>32)
	return func(z reg.VecVirtual) {
		upper, cross := YMM(), YMM()
		VPSRLQ(operand.U8(32), z, upper)
		VPMULUDQ(low, upper, upper)
		VPMULUDQ(high, z, cross)
		VPADDQ(cross, upper, upper)
		VPSLLQ(operand.U8(32), upper, upper)
		VPMULUDQ(low, z, z)
		VPADDQ(upper, z, z)
	}
}

// logarithm returns a function that replaces x by Log(x) of package elementary.
func logarithm(points reg.Register) func(x reg.VecVirtual) {
	place, mantissa, one := integer("place", 255<<1), integer("mantissa", 1<<52-1), in("one", 1)
	magic, bias, ln2 := in("two52", 1<<52), in("bias", 1<<52+1023), in("ln2", math.Ln2)
	third, quarter, fifth, half := in("third", 1.0/3), in("quarter", -0.25), in("fifth", 0.2), in("minusHalf", -0.5)
	return func(x reg.VecVirtual) {
		index, inverse, log, exponent, p, s := YMM(), YMM(), YMM(), YMM(), YMM(), YMM()
		VPSRLQ(operand.U8(43), x, index)
		VPAND(place, index, index)
		pairs(points, index, inverse, log)
		VPSRLQ(operand.U8(52), x, exponent)
		VPOR(magic, exponent, exponent)
		VSUBPD(bias, exponent, exponent)
		VMULPD(ln2, exponent, exponent)
		VPAND(mantissa, x, x)
		VPOR(one, x, x)
		VMULPD(inverse, x, x)
		VSUBPD(one, x, x) // r
		VMULPD(x, x, s)
		VMULPD(fifth, x, p)
		VADDPD(quarter, p, p)
		VMULPD(s, p, p)
		t := inverse
		VMULPD(third, x, t)
		VADDPD(half, t, t)
		VADDPD(p, t, p)
		VMULPD(s, p, p)
		VADDPD(p, x, x)
		VADDPD(log, x, x)
		VADDPD(exponent, x, x)
	}
}

// pairs reads four entries of a table, of two numbers each, into first and second. index counts
// numbers.
func pairs(table reg.Register, index, first, second reg.VecVirtual) {
	upper := XMM()
	VEXTRACTI128(operand.U8(1), index, upper)
	var row [4]reg.VecVirtual
	for half, from := range []reg.VecVirtual{index.AsX().(reg.VecVirtual), upper} {
		a, b := GP64(), GP64()
		VMOVQ(from, a)
		VPEXTRQ(operand.U8(1), from, b)
		row[half], row[half+2] = XMM(), XMM()
		VMOVUPD(operand.Mem{Base: table, Index: a, Scale: 8}, row[half])
		VMOVUPD(operand.Mem{Base: table, Index: b, Scale: 8}, row[half+2])
	}
	even, odd := YMM(), YMM() // entries 0 and 2, 1 and 3
	VINSERTF128(operand.U8(1), row[1], row[0].AsY(), even)
	VINSERTF128(operand.U8(1), row[3], row[2].AsY(), odd)
	VUNPCKLPD(odd, even, first)
	VUNPCKHPD(odd, even, second)
}

// logs emits Log of package elementary for each entry.
func logs() {
	TEXT("logsAVX2", NOSPLIT, "func(dst, x *float64, n int, points *float64)")
	Pragma("noescape")
	Doc("logsAVX2 fills dst with logarithms of positive normal numbers. n is 4 or more.")
	dst, x, points := Load(Param("dst"), GP64()), Load(Param("x"), GP64()), Load(Param("points"), GP64())
	n, full := Load(Param("n"), GP64()).(reg.GPVirtual), GP64()
	log := logarithm(points)
	fullColumns(n, full)
	overlapped("column", n, full, func(j reg.GPVirtual) reg.VecVirtual {
		v := YMM()
		VMOVUPD(operand.Mem{Base: x, Index: j, Scale: 8}, v)
		log(v)
		return v
	}, func(v reg.VecVirtual, j reg.GPVirtual) { VMOVUPD(v, operand.Mem{Base: dst, Index: j, Scale: 8}) })
	VZEROUPPER()
	RET()
}

// gumbel emits the steps of Gumbel of package perturb.
func gumbel() {
	first, second := times("first", 0xBF58476D1CE4E5B9), times("second", 0x94D049BB133111EB)
	golden := uint64(0x9E3779B97F4A7C15)
	next, places := integer("next", 4*golden), GLOBL("places", NOPTR|RODATA)
	for i := range uint64(4) {
		DATA(int(8*i), operand.U64(i*golden))
	}
	half, cell, near, sign, euler := in("centre", 0.5), in("cell", 0x1p-52), in("near", 0.99), in("sign", math.Copysign(0, -1)), in("euler", 0.57721566490153286060651209008240243104215933593992)
	magic := in("units", 1<<52)

	TEXT("gumbelAVX2", NOSPLIT, "func(dst *float64, n int, z uint64, points *float64) (again uint64)")
	Pragma("noescape")
	Doc("gumbelAVX2 returns the entries, as bits, whose uniform number is above 0.99; these are of no use. n is a multiple of 4, 4 to 64.")
	dst, n, points := Load(Param("dst"), GP64()), Load(Param("n"), GP64()), Load(Param("points"), GP64())
	log := logarithm(points)
	z, low := YMM(), XMM()
	start := Load(Param("z"), GP64())
	VMOVQ(start, low)
	VPBROADCASTQ(low, z)
	VPADDQ(places, z, z)
	again, j := GP64(), GP64()
	XORQ(again, again)
	XORQ(j, j)
	Label("next")
	u, t := YMM(), YMM()
	mix := func(shift uint8) {
		VPSRLQ(operand.U8(shift), u, t)
		VPXOR(t, u, u)
	}
	VMOVDQA(z, u)
	mix(30)
	first(u)
	mix(27)
	second(u)
	mix(31)
	VPSRLQ(operand.U8(12), u, u)
	VPOR(magic, u, u)
	VSUBPD(magic, u, u)
	VADDPD(half, u, u)
	VMULPD(cell, u, u)
	VCMPPD(operand.U8(0x1E), near, u, t) // u > 0.99
	lanes := GP64()
	VMOVMSKPD(t, lanes.As32())
	shifted := GP64()
	SHLXQ(j, lanes, shifted)
	ORQ(shifted, again)
	log(u)
	VXORPD(sign, u, u)
	log(u)
	VXORPD(sign, u, u)
	VSUBPD(euler, u, u)
	VMOVUPD(u, operand.Mem{Base: dst, Index: j, Scale: 8})
	VPADDQ(next, z, z)
	ADDQ(operand.I8(4), j)
	CMPQ(j, n)
	JLT(operand.LabelRef("next"))
	VZEROUPPER()
	Store(again, ReturnIndex(0))
	RET()
}
