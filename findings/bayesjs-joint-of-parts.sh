#!/bin/sh
# bayesjs 0.6.5, infer with its default, the junction tree: the joint probability of nodes in different
# parts of a network is that of one of them. Two coins, .9 and .2, are both heads with probability
# .9 (right: .18), and the four outcomes sum to 2. The two other exact methods of the package are
# right. Parts come about when a factor graph falls apart, such as by clamping.
# Needs npm. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
junctionTree: TT, TF, FT, FF 0.90, 0.90, 0.10, 0.10
variableElimination: TT, TF, FT, FF 0.18, 0.72, 0.02, 0.08
enumeration: TT, TF, FT, FF 0.18, 0.72, 0.02, 0.08
TEXT
npm install --ignore-scripts --no-audit --no-fund --silent bayesjs@0.6.5
cat >main.js <<'JS'
const { inferences } = require("bayesjs");

const coin = (id, p) => ({ id, states: ["T", "F"], parents: [], cpt: { T: p, F: 1 - p } });
for (const method of ["junctionTree", "variableElimination", "enumeration"]) {
  const seen = [];
  for (const a of "TF") {
    for (const b of "TF") {
      const network = { a: coin("a", 0.9), b: coin("b", 0.2) };
      seen.push(inferences[method].infer(network, { a, b }).toFixed(2));
    }
  }
  console.log(`${method}: TT, TF, FT, FF ${seen.join(", ")}`);
}
JS
node main.js | tee seen
diff want seen
