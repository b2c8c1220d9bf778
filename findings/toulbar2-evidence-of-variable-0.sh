#!/bin/sh
# toulbar2 1.1.1 reads the evidence file "1 0 1" (one observation: variable 0 is 1; the UAI format since
# 2010) as one sample without observations. It says "loading evidence file", ignores it, and proves
# the optimum of another problem. "1 1 1" and "1 2 1", the same for variables 1 and 2, are obeyed, and
# so is "2 0 1 1 1". Who clamps variables one by one, for max-marginals, gets a wrong first row.
# Needs Debian 12 with libxml2. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
evidence 1 0 1: solution 0 0 0
evidence 1 1 1: solution 0 1 0
evidence 1 2 1: solution 0 0 1
evidence 2 0 1 1 1: solution 1 1 0
TEXT
apt-get download toulbar2=1.1.1+dfsg-1 libjemalloc2=5.3.0-1 \
	libboost-iostreams1.74.0=1.74.0+ds1-21 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
export LD_LIBRARY_PATH="$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
echo 'MARKOV 3 2 2 2 3 1 0 1 1 1 2 2 0.9 0.1 2 0.8 0.2 2 0.7 0.3' >model.uai
for evidence in '1 0 1' '1 1 1' '1 2 1' '2 0 1 1 1'; do
	echo "$evidence" >model.evid
	solution=$(unpacked/usr/bin/toulbar2 model.uai model.evid -s | sed -n 's/^ \([01] [01] [01]\).*/\1/p' | tail -1)
	echo "evidence $evidence: solution $solution"
done | tee seen
diff want seen
