#!/bin/sh
# toulbar2 1.1.1, UAI files: a second table of the same variables is read transposed if it lists them in
# another order than the first. With ones over 0 1, and 1 5 2 1 over 1 0, labels 1 0 have the product
# 5; toulbar2 proves the optimum 0 1, which has 2. With 1 1.5 1 1 over 0 1 its log Z is 2.442; right is
# 2.303. One table alone, in either order, is right; three variables are like two. Models with tables
# of several sources have such pairs.
# Needs Debian 12 with libxml2. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
1 5 2 1 over 1 0: 1 0, log Z 2.197
the same after ones over 0 1: 0 1, log Z 2.197
the same before ones over 0 1: 1 0, log Z 2.197
the same after 1 1.5 1 1 over 0 1: 0 1, log Z 2.442
TEXT
apt-get download toulbar2=1.1.1+dfsg-1 libjemalloc2=5.3.0-1 \
	libboost-iostreams1.74.0=1.74.0+ds1-21 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
export LD_LIBRARY_PATH="$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
solve() {
	echo "MARKOV 2 2 2 $2" >model.uai
	labels=$(unpacked/usr/bin/toulbar2 model.uai -s | sed -n 's/^ \([01] [01]\).*/\1/p' | tail -1)
	sum=$(unpacked/usr/bin/toulbar2 model.uai -logz | sed -n 's/^\([0-9.]*\) <= Log(Z).*/\1/p')
	echo "$1: $labels, log Z $sum"
}
{
	solve '1 5 2 1 over 1 0' '1 2 1 0 4 1 5 2 1'
	solve 'the same after ones over 0 1' '2 2 0 1 2 1 0 4 1 1 1 1 4 1 5 2 1'
	solve 'the same before ones over 0 1' '2 2 1 0 2 0 1 4 1 5 2 1 4 1 1 1 1'
	solve 'the same after 1 1.5 1 1 over 0 1' '2 2 0 1 2 1 0 4 1 1.5 1 1 4 1 5 2 1'
} | tee seen
diff want seen
