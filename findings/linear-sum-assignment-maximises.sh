#!/bin/sh
# linear-sum-assignment 1.0.9 (npm): "the assignment minimizes the sum of the assigned elements", says its
# README, and the argument is a cost matrix; but by default it maximises. The option is spelled
# maximaze; the usual spelling is ignored without a word. A matching of predicted to gold boxes or
# peaks is then the worst there is.
# Needs npm. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
options none: sum 27, least 3
options {"maximize":false}: sum 27, least 3
options {"maximaze":false}: sum 3, least 3
TEXT
npm install --ignore-scripts --no-audit --no-fund --silent linear-sum-assignment@1.0.9
cat >main.mjs <<'JS'
import { linearSumAssignment } from "linear-sum-assignment";

const cost = [[1, 9, 9], [9, 1, 9], [9, 9, 1]];
for (const options of [undefined, { maximize: false }, { maximaze: false }]) {
  const columns = Array.from(linearSumAssignment(cost, options).rowAssignments);
  const sum = columns.reduce((total, column, row) => total + cost[row][column], 0);
  console.log(`options ${JSON.stringify(options) ?? "none"}: sum ${sum}, least 3`);
}
JS
node main.mjs | tee seen
diff want seen
