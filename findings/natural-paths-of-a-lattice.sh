#!/bin/sh
# natural 8.1.1 (npm), ShortestPathTree and LongestPathTree for acyclic graphs with weights "positive,
# negative, or zero": a vertex that cannot be reached has distance 0, so paths start there. From 0 to 3
# it finds 0 > 3, an arc that does not exist, of length 0; right is 0 > 2 > 3, of 8. And lengths are
# rounded to two decimals on the way. Words of a lattice and labels of a chain are decoded by such
# trees.
# Needs npm. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
shortest to 3: 0 > 3, length 0
longest to 2: 0 > 2, length 0.01, right 0 > 1 > 2, 0.008
275 lattices, weights from 1: wrong lengths {"ShortestPathTree":57,"LongestPathTree":58}
275 lattices, weights from -4: wrong lengths {"ShortestPathTree":43,"LongestPathTree":131}
TEXT
npm pack --silent natural@8.1.1 >log
tar xzf natural-8.1.1.tgz
cat >main.js <<'JS'
const util = "./package/lib/natural/util/";
const EdgeWeightedDigraph = require(util + "edge_weighted_digraph");
const ShortestPathTree = require(util + "shortest_path_tree");
const LongestPathTree = require(util + "longest_path_tree");

function tree(Tree, arcs) {
  const graph = new EdgeWeightedDigraph();
  for (const arc of arcs) graph.add(...arc);
  return new Tree(graph, 0);
}

// lengths of the best paths from 0; all arcs lead from lower to higher numbers
function right(nodes, arcs, better, none) {
  const length = [0, ...Array(nodes - 1).fill(none)];
  for (let u = 0; u < nodes; u++)
    for (const [from, to, w] of arcs) if (from === u) length[to] = better(length[to], length[u] + w);
  return length;
}

const shortest = tree(ShortestPathTree, [[0, 2, 2], [1, 2, 5], [1, 3, 0], [2, 3, 6]]);
console.log(`shortest to 3: ${shortest.pathTo(3).join(" > ")}, length ${shortest.getDistTo(3)}`);
const longest = tree(LongestPathTree, [[0, 1, 0.004], [1, 2, 0.004], [0, 2, 0.006]]);
console.log(`longest to 2: ${longest.pathTo(2).join(" > ")}, length ${longest.getDistTo(2)}, right 0 > 1 > 2, 0.008`);

let state = 7;
const below = (n) => (state = (state * 16807) % 2147483647) % n;
for (const least of [1, -4]) {
  let ends = 0;
  const wrong = { ShortestPathTree: 0, LongestPathTree: 0 };
  for (let i = 0; i < 300; i++) {
    const arcs = [];
    for (let u = 0; u < 5; u++) for (let v = u + 1; v < 5; v++) if (below(10) < 6) arcs.push([u, v, least + below(9)]);
    const low = right(5, arcs, Math.min, Infinity), high = right(5, arcs, Math.max, -Infinity);
    if (low[4] === Infinity) continue;
    ends++;
    wrong.ShortestPathTree += tree(ShortestPathTree, arcs).getDistTo(4) !== low[4];
    wrong.LongestPathTree += tree(LongestPathTree, arcs).getDistTo(4) !== high[4];
  }
  console.log(`${ends} lattices, weights from ${least}: wrong lengths ${JSON.stringify(wrong)}`);
}
JS
node main.js | tee seen
diff want seen
