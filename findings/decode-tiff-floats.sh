#!/bin/sh
# decode-tiff 0.2.1 (npm): grey pixels of 32-bit floats are refused, RGB pixels are not. Their bytes are
# taken for samples of 8 bits: 0.25 begins with 0 0 128, and of a picture its first quarter is seen,
# enlarged and scrambled. tiff 7.1.3 (npm) reads these, but gives signed grey values of 16 bits as unsigned ones.
# Scores of a network, saved as three channels or as signed integers, are numbers like others.
# Needs npm. Fails if a value changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
RGB floats 0.25 0.5 0.75 1 2 3: decode-tiff 32 bytes, want 8: 0 0 128 255 62 0 0 255; tiff 0.25 0.5 0.75 1 2 3
grey floats 0.25 0.5: decode-tiff refuses; tiff 0.25 0.5
grey int16 -1000 7: decode-tiff refuses; tiff 64536 7
TEXT
npm install --ignore-scripts --no-audit --no-fund --silent decode-tiff@0.2.1 tiff@7.1.3
cat >main.js <<'JS'
const { decode } = require("decode-tiff");
const tiff = require("tiff");

// file has one strip of two pixels. kind: 2 for signed integers, 3 for floats.
function file(samples, kind, values) {
  const bits = 8 * values.BYTES_PER_ELEMENT;
  const data = Buffer.from(values.buffer);
  const wide = samples > 1 ? 8 + 2 + 11 * 12 + 4 : 0; // where numbers stand that do not fit
  const tags = [[256, 2], [257, 1], [258, bits], [259, 1], [262, samples > 1 ? 2 : 1], [273, 0],
    [277, samples], [278, 1], [279, data.length], [284, 1], [339, kind]];
  const end = 8 + 2 + tags.length * 12 + 4;
  const out = Buffer.alloc(end + 4 * samples);
  out.write("II*\0", 0, "latin1");
  out.writeUInt32LE(8, 4);
  out.writeUInt16LE(tags.length, 8);
  tags.forEach(([tag, value], i) => {
    const at = 10 + 12 * i;
    const list = tag === 258 || tag === 339; // a number for each sample
    const count = list ? samples : 1;
    out.writeUInt16LE(tag, at);
    out.writeUInt16LE(list ? 3 : 4, at + 2);
    out.writeUInt32LE(count, at + 4);
    const place = wide + (tag === 339 ? 2 * samples : 0);
    if (count === 1) {
      list ? out.writeUInt16LE(value, at + 8) : out.writeUInt32LE(tag === 273 ? out.length : value, at + 8);
      return;
    }
    out.writeUInt32LE(place, at + 8);
    for (let s = 0; s < samples; s++) out.writeUInt16LE(value, place + 2 * s);
  });
  return Buffer.concat([out, data]);
}

function answer(read) {
  try {
    return Array.from(read()).join(" ");
  } catch (e) {
    return "refuses";
  }
}

const files = [
  ["RGB floats", 3, 3, new Float32Array([0.25, 0.5, 0.75, 1, 2, 3])],
  ["grey floats", 1, 3, new Float32Array([0.25, 0.5])],
  ["grey int16", 1, 2, new Int16Array([-1000, 7])],
];
for (const [name, samples, kind, values] of files) {
  const bytes = file(samples, kind, values);
  const pixels = () => {
    const { data } = decode(bytes);
    return [`${data.length} bytes, want 8:`, ...data.slice(0, 8)];
  };
  console.log(`${name} ${Array.from(values).join(" ")}: decode-tiff ${answer(pixels)}; ` +
    `tiff ${answer(() => tiff.decode(bytes)[0].data)}`);
}
JS
node main.js | tee seen
diff want seen
