/*
Package chart draws the figures of reports. A [Chart] has series of points, lines or steps, with
intervals, on two axes. gonum/plot writes it as SVG, PNG or PDF, alone or with others on a [Sheet].

[Range], [Style] and [Font] are common to all figures: axes with few round ticks, logarithmic for
wide ranges, and colours and dashes distinct for readers with any kind of colour vision.
*/
package chart
