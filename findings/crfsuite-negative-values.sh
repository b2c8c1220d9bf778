#!/bin/sh
# CRFsuite 0.12 (sources in the npm package crfsuite 1.0.1): a feature whose values sum to less than 0
# with a label is left out, without a word. The manual calls feature.minfreq, 0, "no cut-off"; but it is
# compared with that sum. So log-probabilities, all negative, leave no state feature at all: half of
# the items are wrong, though one weight separates them. Standardised values lose about half. The
# same values above 0, or a minfreq of -1e9, keep all features.
# Needs npm and g++. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
values above 0, minfreq 0: 4 state features, 0 of 40 wrong
values below 0, minfreq 0: 0 state features, 20 of 40 wrong
values below 0, minfreq -1e9: 4 state features, 0 of 40 wrong
TEXT
npm install --ignore-scripts --no-audit --no-fund --silent crfsuite@1.0.1
cat >main.cc <<'CC'
#include <crfsuite.hpp>

#include <cstdio>
#include <fstream>
#include <sstream>

using namespace CRFSuite;

struct Quiet : Trainer {
	void message(const std::string &) {}
};

ItemSequence item(double x, double y) {
	return ItemSequence(1, Item{Attribute("x", x), Attribute("y", y)});
}

void trial(const char *name, double sign, const char *minfreq) {
	Quiet trainer;
	trainer.select("lbfgs", "crf1d");
	trainer.set("feature.minfreq", minfreq);
	std::vector<ItemSequence> xs;
	std::vector<StringList> ys;
	for (int i = 0; i < 40; i++) {
		double near = -0.1 - 0.01 * (i / 2), far = -1.5 - 0.02 * (i / 2);
		xs.push_back(i % 2 ? item(sign * near, sign * far) : item(sign * far, sign * near));
		ys.push_back(StringList(1, i % 2 ? "a" : "b"));
		trainer.append(xs[i], ys[i], 0);
	}
	trainer.train("model", -1);
	Tagger tagger;
	tagger.open("model");
	int wrong = 0;
	for (int i = 0; i < 40; i++) wrong += tagger.tag(xs[i]) != ys[i];
	FILE *dump = fopen("dump", "w");
	crfsuite_model_t *model;
	crfsuite_create_instance_from_file("model", (void **)&model);
	model->dump(model, dump);
	model->release(model);
	fclose(dump);
	std::ifstream lines("dump");
	std::string line;
	int state = 0;
	while (std::getline(lines, line)) state += line.find("  (0)") == 0;
	printf("values %s 0, minfreq %s: %d state features, %d of 40 wrong\n", name, minfreq, state, wrong);
}

int main() {
	trial("above", -1, "0");
	trial("below", 1, "0");
	trial("below", 1, "-1e9");
}
CC
p=node_modules/crfsuite
flags="-w -O1 -Dstricmp=strcasecmp -I$p/crfsuite/include -I$p/crfsuite/lib/cqdb/include -I$p/liblbfgs/include"
cqdb=$p/crfsuite/lib/cqdb/src
for c in $p/crfsuite/lib/crf/src/*.c $cqdb/cqdb.c $cqdb/lookup3.c $p/liblbfgs/lib/lbfgs.c; do
	gcc $flags -include string.h -include strings.h -c "$c"
done
g++ -std=c++11 $flags main.cc ./*.o -o main
./main | tee seen
diff want seen
