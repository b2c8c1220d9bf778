#!/bin/sh
# @stdlib/stats-padjust 0.2.1 (npm), method "hommel": many adjusted p are smaller than Hommel's, which are
# those of the closed test with Simes' p (and of R's p.adjust). Of .025, .103, .185 the first is .050;
# right is .075. In 191 of 300 random families of 2 to 6 p-values one is too small. So pairs of
# learners are called different at a level that is not kept.
# Needs npm. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
p 0.025 0.103 0.185
hommel 0.0500 0.1850 0.1850
right 0.0750 0.1850 0.1850
300 families: 191 with a p too small, 0 with one too large
TEXT
npm install --ignore-scripts --no-audit --no-fund --silent @stdlib/stats-padjust@0.2.1
cat >main.js <<'JS'
const padjust = require("@stdlib/stats-padjust");

// the largest Simes p of all sets of hypotheses that contain hypothesis i
function closed(p, i) {
  let largest = 0;
  for (let set = 1; set < 1 << p.length; set++) {
    if (!((set >> i) & 1)) continue;
    const inside = p.filter((_, j) => (set >> j) & 1).sort((a, b) => a - b);
    largest = Math.max(largest, Math.min(...inside.map((x, k) => (inside.length * x) / (k + 1))));
  }
  return largest;
}

let state = 7;
const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
let below = 0, above = 0, example;
for (let family = 0; family < 300; family++) {
  const p = Array.from({ length: 2 + (family % 5) }, () => Math.round(random() * 200) / 1000);
  const seen = padjust(p, "hommel"), right = p.map((_, i) => closed(p, i));
  below += seen.some((x, i) => x < right[i] - 1e-9);
  above += seen.some((x, i) => x > right[i] + 1e-9);
  if (!example && seen.some((x, i) => x <= 0.05 && right[i] > 0.05)) example = p;
}
console.log(`p ${example.join(" ")}`);
console.log(`hommel ${padjust(example, "hommel").map((x) => x.toFixed(4)).join(" ")}`);
console.log(`right ${example.map((_, i) => closed(example, i).toFixed(4)).join(" ")}`);
console.log(`300 families: ${below} with a p too small, ${above} with one too large`);
JS
node main.js | tee seen
diff want seen
