// Package superpixel divides pictures into superpixels, small connected regions of similar colour,
// and computes features of them: appearance, position, saliency, and the contrast to their
// neighbours.
//
//	m := superpixel.NewImage(photo)
//	d := superpixel.Divide(m, 200)
//	about := superpixel.Describe(m, d)
//
// Start with these three functions: image.go converts colours, slic.go and connect.go divide,
// describe.go computes features from appearance.go, place.go, context.go and border.go.
//
// Nothing is random. One program always divides a picture into the same regions, with the same
// bits. Architectures may differ in the last bit of a product.
package superpixel
