#!/bin/sh
# multcomp 1.4-22 (R 4.2.2), summary(glht(...)): the adjusted p of all pairs, single-step, come from an
# integral over random points. So they differ from call to call in the fourth digit unless
# set.seed comes before. They are those of Tukey's test, of normal errors with one variance; the
# adjustment of "Westfall" has two steps down and other p.
# Needs Debian 12 on amd64. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
two calls are equal: FALSE, after set.seed TRUE, to 0.001 TRUE
p of 6 pairs: single-step 0.234 0.291 0.014 0.999 0.574 0.494
p of 6 pairs: Tukey       0.234 0.291 0.014 0.999 0.574 0.494
TEXT
apt-get download r-base-core=4.2.2.20221110-2 r-cran-multcomp=1.4-22-1 r-cran-mvtnorm=1.1-3-1+b1 \
	r-cran-survival=3.5-3-1 r-cran-th.data=1.1-1-1 r-cran-sandwich=3.0-2-1 r-cran-codetools=0.2-19-1 \
	r-cran-zoo=1.8-11-1 r-cran-lattice=0.20-45-3 r-cran-mass=7.3-58.2-1 r-cran-matrix=1.5-3-1 \
	libblas3=3.11.0-2 liblapack3=3.11.0-2 libgfortran5 libtirpc3 libgomp1 libreadline8 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
export R_HOME="$room/unpacked/usr/lib/R" R_SHARE_DIR="$room/unpacked/usr/share/R/share"
export R_LIBS="$R_HOME/site-library" lib="$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
export LD_LIBRARY_PATH="$R_HOME/lib:$lib:$lib/blas:$lib/lapack"
cp --remove-destination "$R_HOME/etc/Renviron.ucf" "$R_HOME/etc/Renviron"
cat >main.R <<'R'
suppressMessages(library(multcomp))
set.seed(1)
d <- data.frame(learner = gl(4, 10, labels = letters[1:4]))
d$error <- round(rnorm(40, c(20, 21, 21.5, 22)[d$learner], 1.5), 1)
pairs <- glht(lm(error ~ learner, d), mcp(learner = "Tukey"))
adjusted <- function() as.vector(summary(pairs)$test$pvalues)
seeded <- function() { set.seed(3); adjusted() }
once <- adjusted()
again <- adjusted()
cat(sprintf("two calls are equal: %s, after set.seed %s, to 0.001 %s\n", identical(once, again),
    identical(seeded(), seeded()), all(abs(once - again) < .001)))
line <- function(name, p) cat(sprintf("p of 6 pairs: %s %s\n", name, paste(sprintf("%.3f", p), collapse = " ")))
line("single-step", once)
line("Tukey      ", TukeyHSD(aov(error ~ learner, d))$learner[, "p adj"])
R
"$R_HOME/bin/exec/R" --vanilla --no-echo -f main.R | tee seen
diff want seen
