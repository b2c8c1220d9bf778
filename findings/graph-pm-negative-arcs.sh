#!/bin/sh
# Graph 0.9726 (Perl), SP_Dijkstra: the manual says that a negative arc is an error. It is one only if
# the arc leads to a vertex that has no distance yet. Else it is left out without a word, just where
# it would shorten a path: a c b d costs 2, and the answer is a b d, which costs 3. Bellman and
# Ford's algorithm, SP_Bellman_Ford, is right.
# Needs Debian 12 and its perl. Fails if a path changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
arc c b of -2 after b: Dijkstra a b d, cost 3; Bellman-Ford a c b d, cost 2
arc c b of -2 before b: Dijkstra refuses; Bellman-Ford a c b d, cost 7
TEXT
apt-get download libgraph-perl=1:0.9726-1 libheap-perl=0.80-5 libset-object-perl=1.42-1+b2 \
	>log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.pl <<'PL'
use strict;
use warnings;
use Graph;

sub answer {
    my ($g, $method) = @_;
    my @path = eval { local $SIG{__DIE__}; $g->$method("a", "d") };
    return "refuses" if $@ =~ /is negative/;
    my $cost = 0;
    $cost += $g->get_edge_weight(@path[$_ - 1, $_]) for 1 .. $#path;
    return "@path, cost $cost";
}

for (["after", 2], ["before", 9]) {
    my ($when, $first) = @$_;
    my $g = Graph->new(directed => 1);
    $g->add_weighted_edges("a", "b", $first, "a", "c", $first == 2 ? 3 : 8, "c", "b", -2, "b", "d", 1);
    printf "arc c b of -2 %s b: Dijkstra %s; Bellman-Ford %s\n", $when,
        answer($g, "SP_Dijkstra"), answer($g, "SP_Bellman_Ford");
}
PL
perl5=$room/unpacked/usr/share/perl5
/usr/bin/perl -I"$perl5" -I"$(dirname "$room"/unpacked/usr/lib/*/perl5/*/Set)" main.pl 2>/dev/null | tee seen
diff want seen
