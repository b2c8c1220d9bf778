#!/bin/sh
# scikit-image 0.19.3, transform.resize of a label image with order=0, nearest neighbour: it makes labels
# that are not there. It smooths first, unless the image is bool or anti_aliasing=False: half of a
# square of label 2 on 0 has a rim of label 1, and 0 and 200,000 become 18 labels. Masks
# made smaller so have a class more, or a class's pixels in another.
# Needs Debian 12 and its python3. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
labels 0 2: 0 1 2, without anti_aliasing 0 2
labels 0 200000: 18 labels, without anti_aliasing 0 200000
TEXT
apt-get download python3-skimage=0.19.3-8 python3-skimage-lib=0.19.3-8+b1 python3-packaging=23.0-1 \
	python3-scipy=1.10.1-2 python3-numpy=1:1.24.2-1+deb12u1 python3-decorator=5.1.1-3 \
	libblas3=3.11.0-2 liblapack3=3.11.0-2 liblbfgsb0=3.0+dfsg.4-1 libgfortran5 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
import numpy as np
from skimage.transform import resize


def labels(value, kind, **options):
    mask = np.zeros((40, 40), kind)
    mask[10:30, 10:30] = value
    found = np.unique(resize(mask, (20, 20), order=0, preserve_range=True, **options))
    return " ".join("%d" % v for v in found) if len(found) < 10 else "%d labels" % len(found)


for value, kind in (2, np.uint8), (200000, np.int32):
    print("labels 0 %d: %s, without anti_aliasing %s" % (value, labels(value, kind), labels(value, kind, anti_aliasing=False)))
PY
libs=$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
export LD_LIBRARY_PATH="$libs:$libs/blas:$libs/lapack" PYTHONPATH="$room/unpacked/usr/lib/python3/dist-packages"
/usr/bin/python3 main.py | tee seen
diff want seen
