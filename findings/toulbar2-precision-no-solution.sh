#!/bin/sh
# toulbar2 1.1.1 with -precision=15 says "No solution" of two variables with four positive tables, and
# -logz says log Z = -inf. Each labeling has the product 0.001, so Z = 0.004 and log Z = -5.521, as with
# -precision=14. With 40 tables 14 digits are too many. The costs leave the range of the upper bound;
# a single cost beyond the limit has an error of its own. Who asks for more digits gets none.
# Needs Debian 12 with libxml2. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
precision 14: Optimum: 690775527898209; -5.521 <= Log(Z) <= -5.521
precision 15: No solution; -inf <= Log(Z) <= -inf
TEXT
apt-get download toulbar2=1.1.1+dfsg-1 libjemalloc2=5.3.0-1 \
	libboost-iostreams1.74.0=1.74.0+ds1-21 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
export LD_LIBRARY_PATH="$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
echo 'MARKOV 2 2 2 4 2 0 1 2 0 1 2 0 1 2 0 1
4 1 0.1 0.1 0.1 4 0.1 1 0.1 0.1 4 0.1 0.1 1 0.1 4 0.1 0.1 0.1 1' >model.uai
for digits in 14 15; do
	solution=$(unpacked/usr/bin/toulbar2 model.uai -precision=$digits | grep -oE '^(Optimum: [0-9]+|No solution)')
	logz=$(unpacked/usr/bin/toulbar2 model.uai -precision=$digits -logz | grep -oE '^.* <= Log\(Z\) <= [-.a-z0-9]+')
	echo "precision $digits: $solution; $logz"
done | tee seen
diff want seen
