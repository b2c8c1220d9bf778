package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lanes sets mask to the columns of the last vector of k columns, 1 to 4, and full to the number of
// columns before it.
func lanes(masks operand.Mem, k, full reg.GPVirtual, mask reg.VecVirtual) {
	rest, base := GP64(), GP64()
	fullColumns(k, full)
	LEAQ(operand.Mem{Base: full, Disp: 4}, rest)
	SUBQ(k, rest)
	LEAQ(masks, base)
	VMOVUPD(operand.Mem{Base: base, Index: rest, Scale: 8}, mask)
}

// fullColumns sets full to the columns before the last vector of k.
func fullColumns(k, full reg.GPVirtual) {
	LEAQ(operand.Mem{Base: k, Disp: -1}, full)
	ANDQ(operand.I8(-4), full)
}

// eachColumn emits a loop over the full vectors of a row and then the last one.
func eachColumn(label string, full reg.GPVirtual, vector func(j reg.GPVirtual, masked bool)) {
	j := GP64()
	XORQ(j, j)
	JMP(operand.LabelRef(label + "test"))
	Label(label)
	vector(j, false)
	ADDQ(operand.I8(4), j)
	Label(label + "test")
	CMPQ(j, full)
	JLT(operand.LabelRef(label))
	vector(j, true)
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

func minRows(masks, inf operand.Mem) {
	TEXT("minRowsAVX2", NOSPLIT, "func(dst, cost, table *float64, k int) bool")
	Pragma("noescape")
	Doc("minRowsAVX2 reports whether any difference is NaN; dst is then of no use.")
	dst, cost, table := Load(Param("dst"), GP64()), Load(Param("cost"), GP64()), Load(Param("table"), GP64())
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	full, rows, mask, nan, most, zero := GP64(), GP64(), YMM(), YMM(), YMM(), YMM()
	lanes(masks, k, full, mask)
	VXORPD(nan, nan, nan)
	VXORPD(zero, zero, zero)
	VBROADCASTSD(inf, most)
	MOVQ(k, rows)
	Label("row")
	acc := YMM()
	VMOVAPD(most, acc)
	eachColumn("column", full, func(j reg.GPVirtual, masked bool) {
		x, t := YMM(), YMM()
		c, from := operand.Mem{Base: cost, Index: j, Scale: 8}, operand.Mem{Base: table, Index: j, Scale: 8}
		if masked {
			entry := YMM()
			VMASKMOVPD(c, mask, x)
			VMASKMOVPD(from, mask, entry)
			VSUBPD(entry, x, x)
			VBLENDVPD(mask, x, most, x)
		} else {
			VMOVUPD(c, x)
			VSUBPD(from, x, x)
		}
		VMINPD(x, acc, acc)
		VCMPPD(operand.U8(3), x, x, t)
		VORPD(t, nan, nan)
	})
	low, high := XMM(), XMM()
	VEXTRACTF128(operand.U8(1), acc, high)
	VEXTRACTF128(operand.U8(0), acc, low)
	VMINPD(high, low, low)
	VUNPCKHPD(low, low, high)
	VMINPD(high, low, low)
	VADDPD(zero.AsX(), low, low) // −0 becomes +0
	VMOVSD(low, operand.Mem{Base: dst})
	ADDQ(operand.I8(8), dst)
	LEAQ(operand.Mem{Base: table, Index: k, Scale: 8}, table)
	DECQ(rows)
	JNZ(operand.LabelRef("row"))
	bits, answer := GP32(), GP8()
	VMOVMSKPD(nan, bits)
	VZEROUPPER()
	TESTL(bits, bits)
	SETNE(answer)
	Store(answer, ReturnIndex(0))
	RET()
}
