#!/bin/sh
# scikit-image 0.19.3, segmentation.slic with its defaults: superpixels vanish. After the clustering, all
# pieces below half of the usual size join a neighbour, so a picture of fine texture is one
# superpixel, whatever n_segments is. Without enforce_connectivity=True there are about as many
# as wanted, but labels may have gaps, and their pieces are not connected.
# Needs Debian 12 and its python3. Fails if a number changes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
cat >want <<'TEXT'
one colour, 100 wanted: 99; enforce_connectivity=False 99, largest label 99
noise, 100 wanted: 1; enforce_connectivity=False 97, largest label 99
stripes, 100 wanted: 1; enforce_connectivity=False 99, largest label 99
one colour, 200 wanted: 192; enforce_connectivity=False 192, largest label 192
noise, 200 wanted: 1; enforce_connectivity=False 190, largest label 192
stripes, 200 wanted: 1; enforce_connectivity=False 180, largest label 192
TEXT
apt-get download python3-skimage=0.19.3-8 python3-skimage-lib=0.19.3-8+b1 python3-packaging=23.0-1 \
	python3-scipy=1.10.1-2 python3-numpy=1:1.24.2-1+deb12u1 python3-decorator=5.1.1-3 \
	libblas3=3.11.0-2 liblapack3=3.11.0-2 liblbfgsb0=3.0+dfsg.4-1 libgfortran5 >log 2>&1 || { cat log; exit 1; }
for deb in *.deb; do dpkg-deb -x "$deb" unpacked; done
cat >main.py <<'PY'
import numpy as np
from skimage.segmentation import slic

stripes = np.zeros((60, 80, 3))
stripes[:, ::3] = 1
pictures = {"one colour": np.zeros((60, 80, 3)), "noise": np.random.default_rng(0).random((60, 80, 3)),
            "stripes": stripes}
for wanted in 100, 200:
    for name, picture in pictures.items():
        whole = slic(picture, wanted, start_label=1)
        loose = slic(picture, wanted, start_label=1, enforce_connectivity=False)
        print("%s, %d wanted: %d; enforce_connectivity=False %d, largest label %d" % (
            name, wanted, len(np.unique(whole)), len(np.unique(loose)), loose.max()))
PY
libs=$room/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
export LD_LIBRARY_PATH="$libs:$libs/blas:$libs/lapack" PYTHONPATH="$room/unpacked/usr/lib/python3/dist-packages"
/usr/bin/python3 -W ignore main.py | tee seen
diff want seen
