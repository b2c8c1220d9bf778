#!/bin/sh
# toulbar2 1.1.1, -logz: with a zero in a table log Z is wrong, though lower and upper bound are equal. Of
# 1 1 1 0 for two variables it is log 2, not log 3; a tiny number instead of the zero is right. A Bayesian
# network whose second variable copies the first has the probability 1.13. The fault is in the
# preprocessing: -nopre is right, -e=0 not always. Optima were right.
# Needs Debian 12 with libxml2. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
1 1 1 0: log Z 0.693, with -e=0 1.099, with -nopre 1.099; the sum is 3, of logarithm 1.099
1 1 1 1e-9: log Z 1.099, with -e=0 1.099, with -nopre 1.099; the sum is 3, of logarithm 1.099
1 2 3 0: log Z 1.810, with -e=0 1.792, with -nopre 1.792; the sum is 6, of logarithm 1.792
a network of two variables, rows 1 0 and 0 1: log Z 0.118, with -e=0 0.118, with -nopre 0.000
TEXT
apt-get download toulbar2=1.1.1+dfsg-1 libjemalloc2=5.3.0-1 \
	libboost-iostreams1.74.0=1.74.0+ds1-21 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
export LD_LIBRARY_PATH="$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
logz() { unpacked/usr/bin/toulbar2 model.uai -logz "$@" | sed -n 's/^\([-0-9.]*\) <= Log(Z) <= \1 .*/\1/p'; }
for table in '1 1 1 0' '1 1 1 1e-9' '1 2 3 0'; do
	echo "MARKOV 2 2 2 1 2 0 1 4 $table" >model.uai
	sum=$(echo "$table" | awk '{ printf "the sum is %.0f, of logarithm %.3f", $1 + $2 + $3 + $4, log($1 + $2 + $3 + $4) }')
	echo "$table: log Z $(logz), with -e=0 $(logz -e=0), with -nopre $(logz -nopre); $sum"
done >seen
echo 'BAYES 2 2 2 2 1 0 2 0 1 2 0.5 0.5 4 1 0 0 1' >model.uai
echo "a network of two variables, rows 1 0 and 0 1: log Z $(logz), with -e=0 $(logz -e=0), with -nopre $(logz -nopre)" >>seen
cat seen
diff want seen
