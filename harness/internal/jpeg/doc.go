// Package jpeg decodes JPEG files to the same pixels for ever: to the bit those of libjpeg-turbo,
// whose defaults most other programs use. Superpixels, and with them errors, depend on the last
// bits. Package image/jpeg changed these bits from Go 1.25 to 1.26, and it repeats the samples of
// chroma, where libjpeg-turbo interpolates.
//
//	file, err := jpeg.Parse(content) // Width, Height, EXIF
//	picture, err := file.Decode()
//
// The terms are those of the standard (ITU-T T.81). A file has segments, each behind a marker. One
// of them describes the frame: its components, such as luminance and chroma. Scans hold the
// coefficients of blocks of 8×8 samples in a Huffman code. Read file.go, segment.go and frame.go
// first. Then come scan.go and coefficients.go with huffman.go and bits.go below, idct.go from
// coefficients to samples, and upsample.go and colour.go from samples to pixels.
//
// Decoded are sequential and progressive frames of 8 bits, grey, YCbCr or RGB. Everything else is
// an error, and so is a file that is damaged or not complete. Each error names the byte.
package jpeg

// Version names this decoder. It changes with any bit of a decoded picture.
const Version = "spbench's JPEG decoder 1"
