/*
Package study says what a run shows beside its table: who wins on how many
instances, who is ahead over all datasets, what a target costs. Each such [Part] is sentences, a small
table and charts, written in any of grid.Formats, or put on a page by package page.

A part takes all it needs from the records ([Run]); none fits anything again. One that a run cannot support
says so in a sentence (Part.Empty) in place of numbers.
*/
package study
