// Package superpixel divides pictures into superpixels, small connected regions
// of similar colour, and describes them by numbers: what a region looks like,
// where it lies, how it stands out from its picture, and what parts it from its
// neighbours.
//
//	m := superpixel.NewImage(photo)
//	d := superpixel.Divide(m, 200)
//	about := superpixel.Describe(m, d)
//
// Nothing is random. A picture gives the same bits whenever it is divided by one
// program; architectures may differ in the last bit of a product.
package superpixel
