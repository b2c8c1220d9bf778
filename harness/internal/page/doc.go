/*
Package page writes what runs amount to as one HTML file: the table with its notes, the parts of package study, curves,
pictures, and of every row parameters, trials, ends, logs and keys. Numbers of the table are those of package report,
rounded there, those of the parts those of package study; the page itself rounds what records say of single fits.

The file is complete: it opens without a network or a server, in a mail, beside a paper. It asks for nothing, and its
policy (Content-Security-Policy) forbids that it could: styles are its own, the one script is allowed by its
hash, so that a label or a line of a log that got past the escaping of html/template would still not run. The
same run gives the same bytes.

Charts are drawn by package chart as SVG with a mark over each point; the script (page.js, plain, below 200 lines)
sorts and hides columns, shows what the marks say to mouse, finger and keyboard, and opens what a link or a
printer needs. A library of charts would draw again, in the browser, what is drawn already, weigh 1.1 MB
(echarts) in every report, and could not be read in a diff. Without script all is there, in the order of the table.
*/
package page
