/*
Package page writes the results of a run as one HTML file: the table with its notes, the sections of
package study, curves and pictures. Packages table and study round the numbers.

The file is self-contained: it opens without network or server. It makes no requests and has no
script, and its Content-Security-Policy forbids both. So a label would not run even if html/template
failed to escape it. Equal runs give equal bytes.

The summary comes first, then the table. Other sections are folded. Package chart draws charts as
SVG.
*/
package page
