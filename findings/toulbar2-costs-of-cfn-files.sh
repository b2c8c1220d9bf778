#!/bin/sh
# toulbar2 1.1.1 misreads two kinds of costs in CFN files without a word. Costs with more decimals than
# the bound lose all decimals: the minimum of 2.5119, -0.7588 and -0.2511, 0.7588 is -1.0099, and it
# finds 0.00 under "<12.00", but -1.0099 under "<12.0000". In a function of four variables costs that
# do not begin at 0 can give a wrong minimum: it is 0 for 16 costs, and 4 after 2 was added to all of
# them. So costs need the decimals of the bound, and 0 as the least one.
# Needs Debian 12 with libxml2. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
bound 12.00: Optimum: 0.00
bound 12.0000: Optimum: -1.0099
four variables, least 0: Optimum: 0.0
four variables, least 2: Optimum: 4.0
TEXT
apt-get download toulbar2=1.1.1+dfsg-1 libjemalloc2=5.3.0-1 \
	libboost-iostreams1.74.0=1.74.0+ds1-21 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
export LD_LIBRARY_PATH="$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
minimum() { unpacked/usr/bin/toulbar2 model.cfn | grep -oE '^Optimum: [-.0-9]+'; }
model() { # BOUND FUNCTIONS
	printf '{\n"problem": {"name": "m", "mustbe": "<%s"},\n' "$1"
	printf '"variables": {"a": 2, "b": 2, "c": 2, "d": 2},\n"functions": {\n%s\n}\n}\n' "$2"
}
two='"f": {"scope": ["a"], "costs": [2.5119, -0.7588]}, "g": {"scope": ["b"], "costs": [-0.2511, 0.7588]}'
for bound in 12.00 12.0000; do
	model $bound "$two" >model.cfn
	echo "bound $bound: $(minimum)"
done | tee seen
four() { echo "\"f\": {\"scope\": [\"a\", \"b\", \"c\", \"d\"], \"costs\": [$1]}"; }
model 90.0 "$(four '7.0, 6.0, 2.0, 10.0, 0.0, 5.0, 8.0, 4.0, 9.0, 1.0, 11.0, 6.0, 12.0, 7.0, 5.0, 4.0')" >model.cfn
echo "four variables, least 0: $(minimum)" | tee -a seen
model 90.0 "$(four '9.0, 8.0, 4.0, 12.0, 2.0, 7.0, 10.0, 6.0, 11.0, 3.0, 13.0, 8.0, 14.0, 9.0, 7.0, 6.0')" >model.cfn
echo "four variables, least 2: $(minimum)" | tee -a seen
diff want seen
