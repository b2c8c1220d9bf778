#!/bin/sh
# edit-distance 1.0.5 (npm): the mapping beside a tree edit distance is another's: b(a b) to a costs 2
# (remove both b), its pairs cost 3 and relabel a b; so for 104 of 300 random pairs of trees of up to
# six nodes, where all distances are right. And with costs that depend on the letter the Levenshtein
# distance is wrong: inserting b, a for costs 2, 1 is 2, not 3. Mappings are what trees and words are
# aligned by.
# Needs npm. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
b(a b) to a: distance 2, pairs b:- b:a a:- cost 3
300 pairs of trees: 0 distances wrong, 104 mappings of another cost
"" to "ba": 2, right: 3
TEXT
npm install --ignore-scripts --no-audit --no-fund --silent edit-distance@1.0.5
cat >main.js <<'JS'
const { levenshtein, ted } = require("edit-distance");

const one = () => 1, relabel = (a, b) => +(a.id !== b.id);
const price = (pairs) => pairs.reduce((sum, [a, b]) => sum + (a && b ? relabel(a, b) : 1), 0);
const node = (id, ...children) => ({ id, children });
const distance = (a, b) => ted(a, b, (v) => v.children, one, one, relabel);

const result = distance(node("b", node("a"), node("b")), node("a"));
const pairs = result.pairs().map(([a, b]) => `${a?.id ?? "-"}:${b?.id ?? "-"}`);
console.log(`b(a b) to a: distance ${result.distance}, pairs ${pairs.join(" ")} cost ${price(result.pairs())}`);

let state = 7;
const below = (n) => (state = (state * 16807) % 2147483647) % n;
function tree(size) {
  const root = node("abc"[below(3)]);
  for (let left = size - 1, part; left > 0; left -= part) root.children.push(tree((part = 1 + below(left))));
  return root;
}

// the distance of two forests by its recursion: the last root is removed, inserted, or paired
function enumerated(f, g) {
  if (!f.length && !g.length) return 0;
  const v = f.at(-1), w = g.at(-1), restF = f.slice(0, -1), restG = g.slice(0, -1);
  return Math.min(
    v ? 1 + enumerated([...restF, ...v.children], g) : Infinity,
    w ? 1 + enumerated(f, [...restG, ...w.children]) : Infinity,
    v && w ? enumerated(restF, restG) + enumerated(v.children, w.children) + relabel(v, w) : Infinity,
  );
}

let wrong = 0, dearer = 0;
for (let i = 0; i < 300; i++) {
  const a = tree(1 + below(6)), b = tree(1 + below(6)), seen = distance(a, b);
  wrong += seen.distance !== enumerated([a], [b]);
  dearer += price(seen.pairs()) !== seen.distance;
}
console.log(`300 pairs of trees: ${wrong} distances wrong, ${dearer} mappings of another cost`);

const cost = { a: 1, b: 2 };
const insert = (letter) => cost[letter];
console.log(`"" to "ba": ${levenshtein("", "ba", insert, insert, (a, b) => (a === b ? 0 : 3)).distance}, right: 3`);
JS
node main.js | tee seen
diff want seen
