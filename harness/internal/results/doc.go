/*
Package results reads suites and run folders for the commands:

 1. [ReadPlan] reads the plan.
 2. [ReadFits] adds the fits, and [ReadScores] the ids of their test instances. Package table reads
    the statistics of a row when it makes the row.
 3. [Entries] and [Metrics] convert the plan into the input of package table.
 4. [ReadTable] joins them with published numbers and builds the table. Its result is the input of
    package study.

[ReadProgress] counts the finished fits. Nothing here prints or trains. Functions with a parameter
warn call it for problems that are no errors.
*/
package results
