package jpeg

// cosines has the first four values of each coefficient, times 1<<fraction. The other four are the
// same in the opposite order, of odd coefficients with the opposite sign. They are the sums of the
// rounded constants of Loeffler, Ligtenberg & Moschytz (Practical fast 1-D DCT algorithms with 11
// multiplications, ICASSP 1989), as in libjpeg's transform "slow", which has the same bits.
var cosines = [8][4]int32{
	{8192, 8192, 8192, 8192},
	{11363, 9633, 6437, 2260},
	{10703, 4433, -4433, -10703},
	{9633, -2259, -11362, -6436},
	{8192, -8192, -8192, 8192},
	{6437, -11362, 2261, 9633},
	{4433, -10704, 10704, -4433},
	{2260, -6436, 9633, -11363},
}

const (
	fraction = 13
	between  = 2 // bits of fraction of the values between columns and rows
)

// transform computes the samples of the block at (x, y): the inverse discrete cosine transform
// (T.81, A.3.3) of columns, then of rows.
func (c *component) transform(b *block, x, y int) {
	var columns [8][8]int32
	for k, v := range b {
		columns[k%8][k/8] = int32(v) * int32(c.steps[k])
	}
	for i := range columns {
		inverse(&columns[i], fraction-between)
	}
	stride := 8 * c.across
	for i := range 8 {
		var row [8]int32
		for j := range row {
			row[j] = columns[j][i]
		}
		inverse(&row, fraction+between+3)
		to := c.samples[(8*y+i)*stride+8*x:][:8]
		for j, v := range row {
			to[j] = limited(v + 128)
		}
	}
}

// inverse transforms eight values in place, and divides by 1<<shift, rounded.
func inverse(v *[8]int32, shift uint) {
	shift &= 31                                  // for the compiler: it is smaller
	if v[1]|v[2]|v[3]|v[4]|v[5]|v[6]|v[7] == 0 { // often
		same := (v[0]<<fraction + 1<<(shift-1)) >> shift
		*v = [8]int32{same, same, same, same, same, same, same, same}
		return
	}
	e0 := int32(1) << (shift - 1)
	e1, e2, e3 := e0, e0, e0
	var o0, o1, o2, o3 int32
	for k := 0; k < 8; k += 2 {
		even, odd, e, o := v[k], v[k+1], &cosines[k], &cosines[k+1]
		e0, o0 = e0+even*e[0], o0+odd*o[0]
		e1, o1 = e1+even*e[1], o1+odd*o[1]
		e2, o2 = e2+even*e[2], o2+odd*o[2]
		e3, o3 = e3+even*e[3], o3+odd*o[3]
	}
	v[0], v[7] = (e0+o0)>>shift, (e0-o0)>>shift
	v[1], v[6] = (e1+o1)>>shift, (e1-o1)>>shift
	v[2], v[5] = (e2+o2)>>shift, (e2-o2)>>shift
	v[3], v[4] = (e3+o3)>>shift, (e3-o3)>>shift
}
