package jpeg

import "image"

// picture returns the pixels of the samples.
func (f *File) picture() image.Image {
	whole, sums := image.Rect(0, 0, f.Width, f.Height), make([]int32, f.Width)
	if len(f.components) == 1 {
		m := image.NewGray(whole)
		for y := range f.Height {
			f.components[0].row(y, sums, m.Pix[y*m.Stride:][:f.Width])
		}
		return m
	}
	var rows [3][]uint8
	for i := range rows {
		rows[i] = make([]uint8, f.Width)
	}
	m := image.NewRGBA(whole)
	// Files do not always say whether their components are luminance and chroma.
	ycc := f.jfif || f.adobe > 0 || f.adobe < 0 && string(f.ids) != "RGB"
	for y := range f.Height {
		for i, c := range f.components {
			c.row(y, sums, rows[i])
		}
		to := m.Pix[y*m.Stride:][:m.Stride]
		greens, blues := rows[1][:f.Width], rows[2][:f.Width]
		for x, r := range rows[0] {
			g, b := greens[x], blues[x]
			if ycc {
				r, g, b = rgb(r, g, b)
			}
			p := to[4*x:][:4]
			p[0], p[1], p[2], p[3] = r, g, b, 255
		}
	}
	return m
}

// rgb converts luminance and chroma (ITU-T T.871) with factors of 16 bits, as libjpeg rounds them.
func rgb(luminance, blue, red uint8) (r, g, b uint8) {
	const half = 1 << 15
	y, cb, cr := int32(luminance), int32(blue)-128, int32(red)-128
	return limited(y + (91881*cr+half)>>16), limited(y + (half-22554*cb-46802*cr)>>16),
		limited(y + (116130*cb+half)>>16)
}

// limited returns v, at least 0 and at most 255.
func limited(v int32) uint8 { return uint8(min(max(v, 0), 255)) }
