/*
Package page writes the results of a run as one HTML file: the table with its notes, the sections of
package study, curves and pictures. Packages table and study round the numbers.

The file is self-contained: it opens without network or server. It makes no requests, and its
Content-Security-Policy forbids them. The policy allows one script, by its hash. So a label would
not run even if html/template failed to escape it. Equal runs give equal bytes.

The summary comes first, then the table. Other sections are folded.

Package chart draws charts as SVG. The script (page.js, plain, below 200 lines) sorts and hides
columns, switches learners and filters rows. It opens details for links and printers. A chart
library would draw everything again in the browser, add 1.1 MB (echarts) to each report, and be
unreadable in a diff. Without the script everything is there, in the order of the table.
*/
package page
