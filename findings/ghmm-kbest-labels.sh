#!/bin/sh
# GHMM 0.9~rc3, ghmm_dmodel_label_kbest ("the most probable labeling"): if transitions of probability 0
# are listed, it returns another labeling, though k = 8 keeps all labelings of three letters. Without
# those transitions, the same model, it is right; the sum is right both ways. ghmm_dmodel_check accepts
# both. Labelings of models with several states per label (genes, segments) are decoded so.
# Needs Debian 12 on amd64 and gcc. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
zeros listed: check 0, labels 1 0 1, probability 0.0293, best of all 1 0 0, 0.0879; sum 0.1836
zeros left out: check 0, labels 1 0 0, probability 0.0879, best of all 1 0 0, 0.0879; sum 0.1836
TEXT
apt-get download libghmm1=0.9~rc3-4 libghmm-dev=0.9~rc3-4 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.c <<'C'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ghmm/ghmm.h>
#include <ghmm/foba.h>
#include <ghmm/kbest.h>
#include <ghmm/model.h>

static const double start[3] = {.25, .25, .5}, emit[3] = {.75, .25, .25};
static const double step[3][3] = {{.5, 0, .5}, {.5, 0, .5}, {.75, .25, 0}};
static int word[3] = {1, 0, 0}, labels[3] = {0, 0, 1};

/* for models of vectors alone */
void clapack_dgetrf(void) {}
void clapack_dgetri(void) {}
void clapack_dpotrf(void) {}

static void trial(int zeros) {
	int degree[3] = {3, 3, 3}, i, j, code, best = 0;
	double p[8] = {0}, log_p, sum;
	ghmm_dmodel *m = ghmm_dmodel_calloc(2, 3, GHMM_kDiscreteHMM | GHMM_kLabeledStates, degree, degree);
	m->label = labels;
	for (i = 0; i < 3; i++) {
		ghmm_dstate *s = m->s + i;
		s->pi = start[i];
		s->b[0] = emit[i];
		s->b[1] = 1 - emit[i];
		s->in_states = s->out_states = 0;
		for (j = 0; j < 3; j++) {
			if (zeros || step[i][j] > 0) {
				s->out_id[s->out_states] = j;
				s->out_a[s->out_states++] = step[i][j];
			}
			if (zeros || step[j][i] > 0) {
				s->in_id[s->in_states] = j;
				s->in_a[s->in_states++] = step[j][i];
			}
		}
	}
	for (code = 0; code < 27; code++) {
		int q[3] = {code / 9, code / 3 % 3, code % 3};
		double one = start[q[0]] * step[q[0]][q[1]] * step[q[1]][q[2]];
		for (i = 0; i < 3; i++) one *= m->s[q[i]].b[word[i]];
		p[4 * labels[q[0]] + 2 * labels[q[1]] + labels[q[2]]] += one;
	}
	for (i = 0; i < 8; i++) if (p[i] > p[best]) best = i;
	int *l = ghmm_dmodel_label_kbest(m, word, 3, 8, &log_p);
	ghmm_dmodel_logp(m, word, 3, &sum);
	printf("zeros %s: check %d, labels %d %d %d, probability %.4f, ",
		zeros ? "listed" : "left out", ghmm_dmodel_check(m), l[0], l[1], l[2], exp(log_p));
	printf("best of all %d %d %d, %.4f; sum %.4f\n", best / 4, best / 2 % 2, best % 2, p[best], exp(sum));
}

int main() {
	trial(1);
	trial(0);
	return 0;
}
C
lib=unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
gcc -w -Iunpacked/usr/include main.c -L$lib -lghmm -lm -rdynamic -o main
LD_LIBRARY_PATH=$lib ./main | tee seen
diff want seen
