#!/bin/sh
# numpy-parser 1.2.3 (npm) reads arrays of numpy, but not all usual ones: it refuses the order of
# Fortran, float16 and int64. It means to refuse big-endian numbers and truth values too, but ends
# with an error of its own. npyjs 1.2.0 reads all but big-endian numbers; with the order
# of Fortran it gives the values as stored, and a flag.
# Needs npm. Fails if an answer changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
<f4 by rows: numpy-parser 1 2 3 4; npyjs 1 2 3 4
<f4 by columns: numpy-parser Error; npyjs 1 2 3 4 fortranOrder
<f2 by rows: numpy-parser Error; npyjs 1 2 3 4
<i8 by rows: numpy-parser Error; npyjs 1 2 3 4
>f4 by rows: numpy-parser ReferenceError; npyjs Error
|b1 by rows: numpy-parser ReferenceError; npyjs true true true true
TEXT
npm install --ignore-scripts --no-audit --no-fund --silent numpy-parser@1.2.3 npyjs@1.2.0
cat >main.js <<'JS'
const { fromArrayBuffer } = require("numpy-parser");
const { parse } = require("npyjs");

const swapped = (values) => Buffer.from(values.buffer).swap32();
const bytes = {
  "<f4": Buffer.from(new Float32Array([1, 2, 3, 4]).buffer), ">f4": swapped(new Float32Array([1, 2, 3, 4])),
  "<f2": Buffer.from(new Uint16Array([0x3c00, 0x4000, 0x4200, 0x4400]).buffer),
  "<i8": Buffer.from(new BigInt64Array([1n, 2n, 3n, 4n]).buffer), "|b1": Buffer.from([1, 1, 1, 1]),
};

function file(type, columns) {
  const text = `{'descr': '${type}', 'fortran_order': ${columns ? "True" : "False"}, 'shape': (2, 2), }`;
  const head = Buffer.from("\x93NUMPY\x01\x00\x76\x00" + text.padEnd(117) + "\n", "latin1");
  const all = Buffer.concat([head, bytes[type]]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length);
}

function answer(read) {
  try {
    return read();
  } catch (e) {
    return e.constructor.name;
  }
}

for (const [type, columns] of [["<f4"], ["<f4", true], ["<f2"], ["<i8"], [">f4"], ["|b1"]]) {
  const a = file(type, columns);
  const parser = answer(() => Array.from(fromArrayBuffer(a).data).join(" "));
  const npyjs = answer(() => {
    const { data, fortranOrder } = parse(a);
    return Array.from(data).join(" ") + (fortranOrder ? " fortranOrder" : "");
  });
  console.log(`${type} by ${columns ? "columns" : "rows"}: numpy-parser ${parser}; npyjs ${npyjs}`);
}
JS
node main.js | tee seen
diff want seen
