#include "textflag.h"

// A row of the tile is in two registers. Products are rounded before they are added (no fused instructions), so that
// the bits are those of tileGo.
#define ROW(left, low, high) \
	VMULPS Y8, left, Y14    \
	VMULPS Y9, left, Y15    \
	VADDPS Y14, low, low    \
	VADDPS Y15, high, high

// func tileAVX(c *float32, rowC int, a *float32, rowA, columnA int, b *float32, rowB, k int)
TEXT ·tileAVX(SB), NOSPLIT, $0-64
	MOVQ c+0(FP), DI
	MOVQ rowC+8(FP), SI
	MOVQ a+16(FP), AX
	MOVQ rowA+24(FP), R8
	MOVQ columnA+32(FP), R9
	MOVQ b+40(FP), BX
	MOVQ rowB+48(FP), R10
	MOVQ k+56(FP), CX
	SHLQ $2, SI            // distances in bytes
	SHLQ $2, R8
	SHLQ $2, R9
	SHLQ $2, R10
	LEAQ (R8)(R8*2), DX    // of the fourth row of a
	LEAQ (DI)(SI*1), R11   // rows of c
	LEAQ (DI)(SI*2), R12
	LEAQ (R11)(SI*2), R13

	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS (R11), Y2
	VMOVUPS 32(R11), Y3
	VMOVUPS (R12), Y4
	VMOVUPS 32(R12), Y5
	VMOVUPS (R13), Y6
	VMOVUPS 32(R13), Y7

next:
	VMOVUPS      (BX), Y8
	VMOVUPS      32(BX), Y9
	VBROADCASTSS (AX), Y10
	VBROADCASTSS (AX)(R8*1), Y11
	VBROADCASTSS (AX)(R8*2), Y12
	VBROADCASTSS (AX)(DX*1), Y13
	ROW(Y10, Y0, Y1)
	ROW(Y11, Y2, Y3)
	ROW(Y12, Y4, Y5)
	ROW(Y13, Y6, Y7)
	ADDQ         R9, AX
	ADDQ         R10, BX
	DECQ         CX
	JNZ          next

	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, (R11)
	VMOVUPS Y3, 32(R11)
	VMOVUPS Y4, (R12)
	VMOVUPS Y5, 32(R12)
	VMOVUPS Y6, (R13)
	VMOVUPS Y7, 32(R13)
	VZEROUPPER
	RET
