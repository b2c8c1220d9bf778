#!/bin/sh
# conllu 0.1.2 (npm), documented to split and merge tokens and sentences of CoNLL-U with "internally
# consistent token id numbering": it renumbers the ids and leaves the heads. After a token is split,
# "loudly" hangs on half of "dog"; after one is merged, it is its own head; after two sentences are
# merged, the second one hangs on words of the first. Nothing warns, and the file is valid CoNLL-U to
# a reader that does not check trees, so a corrected treebank has other gold heads.
# Needs npm. Fails if a head changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
as read: The<-dog dog<-barks barks<-root loudly<-barks
dog split into do and g: The<-do do<-g g<-_ barks<-root loudly<-g
The and dog merged: Thedog<-barks barks<-root loudly<-loudly
sentences merged: The<-dog dog<-barks barks<-root loudly<-barks A<-dog cat<-barks sleeps<-root long<-barks
TEXT
npm install --ignore-scripts --no-audit --no-fund --silent conllu@0.1.2
cat >main.js <<'JS'
const { Conllu } = require("conllu");

const heads = [2, 3, 0, 3];
const sentence = (...words) =>
  words.map((w, i) => `${i + 1}\t${w}\t${w}\tX\t_\t_\t${heads[i]}\tdep\t_\t_\n`).join("") + "\n";
const first = sentence("The", "dog", "barks", "loudly");

function show(name, text, edit) {
  const file = new Conllu();
  file.serial = text;
  edit(file);
  const rows = file.serial.split("\n").filter((line) => line).map((line) => line.split("\t"));
  const arcs = rows.map((r) => `${r[1]}<-${r[6] === "0" ? "root" : (rows[r[6] - 1]?.[1] ?? r[6])}`);
  console.log(`${name}: ${arcs.join(" ")}`);
}

show("as read", first, () => {});
show("dog split into do and g", first, (file) => file.sentences[0].split(2, 2));
show("The and dog merged", first, (file) => file.sentences[0].merge(1));
show("sentences merged", first + sentence("A", "cat", "sleeps", "long"), (file) => file.mergeSentence(0));
JS
node --no-warnings main.js | tee seen
diff want seen
