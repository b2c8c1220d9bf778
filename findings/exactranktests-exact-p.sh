#!/bin/sh
# exactRankTests 0.8-35 (R 4.2.2), perm.test(d, exact = TRUE), one sample or pairs: the "exact" p of
# values with decimals is .67 for .07, .05 for .13. Unless tol is given, the values are replaced by
# ..., -2, -1, 0, 1, ... in their order, the smallest positive one by 0; the method's name hints at it.
# The same values times 100 give the p that enumeration of the signs gives; a tol comes near.
# Differences of error rates have decimals: a comparison of learners by this test has another p.
# Needs Debian 12 on amd64. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
-0.13 0.68 -0.34 2.1 0.83 -0.32 0.99 1.24: exact p 0.6719, times 100 0.0703, by enumeration 0.0703
0.48 1.44 1.32 1.09 1.42 1.28 0.57 -1.49: exact p 0.0469, times 100 0.0781, by enumeration 0.0781
1.12 0.44 0.34 -0.97 0.02 0.92 1.86 0.4: exact p 0.0469, times 100 0.1328, by enumeration 0.1328
0.34 0.25 1.2 1.06 -0.19 -0.21 0.86 1.27: exact p 0.1719, times 100 0.0469, by enumeration 0.0469
TEXT
apt-get download r-base-core=4.2.2.20221110-2 r-cran-exactranktests=0.8-35-1 libblas3=3.11.0-2 \
	liblapack3=3.11.0-2 libgfortran5 libtirpc3 libgomp1 libreadline8 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
export R_HOME="$room/unpacked/usr/lib/R" R_SHARE_DIR="$room/unpacked/usr/share/R/share"
export R_LIBS="$R_HOME/site-library" lib="$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
export LD_LIBRARY_PATH="$R_HOME/lib:$lib:$lib/blas:$lib/lapack"
cp --remove-destination "$R_HOME/etc/Renviron.ucf" "$R_HOME/etc/Renviron"
cat >main.R <<'R'
suppressMessages(library(exactRankTests))
enumerated <- function(d) {
    signs <- as.matrix(expand.grid(rep(list(c(-1, 1)), length(d))))
    mean(abs(signs %*% abs(d)) >= abs(sum(d)) - 1e-9)
}
exact <- function(d) perm.test(d, exact = TRUE)$p.value
for (d in list(
    c(-.13, .68, -.34, 2.1, .83, -.32, .99, 1.24),
    c(.48, 1.44, 1.32, 1.09, 1.42, 1.28, .57, -1.49),
    c(1.12, .44, .34, -.97, .02, .92, 1.86, .4),
    c(.34, .25, 1.2, 1.06, -.19, -.21, .86, 1.27)
)) cat(sprintf("%s: exact p %.4f, times 100 %.4f, by enumeration %.4f\n",
    paste(d, collapse = " "), exact(d), exact(round(100 * d)), enumerated(d)))
R
"$R_HOME/bin/exec/R" --vanilla --no-echo -f main.R | tee seen
diff want seen
