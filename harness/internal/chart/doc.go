/*
Package chart draws the figures of reports: a [Chart] is series of points, steps or bars with
intervals on two axes, written as SVG, PNG or PDF by gonum/plot. An SVG for a
page also has, over each point, an invisible mark with what a reader sees
who points at it, so that no script has to know how a chart was drawn.

[Range], [Style] and [Font] are what all figures of the program have in common: axes with
few round ticks, logarithmic where values span much, and colours and dashes that
readers with any kind of colour vision tell apart.
*/
package chart
