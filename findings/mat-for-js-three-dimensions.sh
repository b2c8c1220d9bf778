#!/bin/sh
# mat-for-js 1.1.0 (npm) reads MAT-files of level 5, "multidimensional arrays" too: in an array of three
# dimensions it reads other elements than those of the place. Of 0 to 7 in 2 by 2 by 2, 6 and 7 are
# lost and 2 and 3 stand twice; two dimensions are right. Stacks of images, as of digits and
# letters, are stored like that, so pictures get pixels of others.
# Needs npm. Fails if a value changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
2 by 3: [[0,2,4],[1,3,5]]
  right: [[0,2,4],[1,3,5]]
2 by 2 by 2: [[[0,2],[2,4]],[[1,3],[3,5]]]
  right: [[[0,4],[2,6]],[[1,5],[3,7]]]
2 by 3 by 2: [[[0,3],[2,5],[4,7]],[[1,4],[3,6],[5,8]]]
  right: [[[0,6],[2,8],[4,10]],[[1,7],[3,9],[5,11]]]
TEXT
npm install --ignore-scripts --no-audit --no-fund --silent mat-for-js@1.1.0
cat >main.js <<'JS'
const { read } = require("mat-for-js");

// element is one of level 5: its type, its length in bytes, and its bytes up to a multiple of 8.
function element(type, bytes) {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(type, 0);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
}

const words = (...values) => Buffer.from(new Uint32Array(values).buffer);

// file has one array of doubles, "a", the first index fastest.
function file(shape, values) {
  const start = Buffer.alloc(128, " ");
  start.write("MATLAB 5.0 MAT-file");
  start.fill(0, 116, 124);
  start.writeUInt16LE(0x0100, 124);
  start.write("IM", 126);
  const parts = [element(6, words(6, 0)), element(5, words(...shape)), element(1, Buffer.from("a")),
    element(9, Buffer.from(new Float64Array(values).buffer))];
  const all = Buffer.concat([start, element(14, Buffer.concat(parts))]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length);
}

for (const shape of [[2, 3], [2, 2, 2], [2, 3, 2]]) {
  const values = Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => i);
  const right = (start, stride, axis) =>
    axis === shape.length ? start
      : Array.from({ length: shape[axis] }, (_, i) => right(start + i * stride, stride * shape[axis], axis + 1));
  console.log(`${shape.join(" by ")}: ${JSON.stringify(read(file(shape, values)).data.a)}`);
  console.log(`  right: ${JSON.stringify(right(0, 1, 0))}`);
}
JS
node main.js | tee seen
diff want seen
