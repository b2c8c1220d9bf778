/*
Package study computes the sections of a report: results of a run beside its table. Examples are
pairs of rows, effects over datasets, and the effort to reach a target. A [Section] has text, a grid
and charts. The command prints the grid in any of grid.Formats, and package page shows all of it.

Sections read records ([Run]), and "labels" the data. They train nothing and write nothing. If a run
lacks the data for a section, Section.Empty gives the reason.

To add a section, write a function from [Run] to [Section] in a file of its own, and add a line to
sections in section.go.
*/
package study
