"""Builds the package with the standard library only (PEP 517).

METADATA beside this file is the metadata of the package, also of its name and version."""
import base64
import hashlib
import pathlib
import tarfile
import zipfile

HERE = pathlib.Path(__file__).parent
METADATA = (HERE / "METADATA").read_bytes()
FIELDS = dict(line.split(": ", 1) for line in METADATA.decode().splitlines() if ": " in line)
NAME = "{Name}-{Version}".format(**FIELDS)
WHEEL = b"Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(directory, config_settings=None, metadata_directory=None):
    """Writes the wheel into a folder and returns its name."""
    files = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in sources()}
    info = NAME + ".dist-info/"
    files.update({info + "METADATA": METADATA, info + "WHEEL": WHEEL})
    record = "".join("%s,sha256=%s,%d\n" % (name, digest(text), len(text)) for name, text in files.items())
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    wheel = NAME + "-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)  # without times: the same bytes each time
    return wheel


def build_sdist(directory, config_settings=None):
    """Writes the archive of the sources into a folder and returns its name."""
    archive = NAME + ".tar.gz"
    with tarfile.open(pathlib.Path(directory, archive), "w:gz") as tar:
        for path in [HERE / "pyproject.toml", HERE / "backend.py", HERE / "METADATA", *sources()]:
            tar.add(path, "%s/%s" % (NAME, path.relative_to(HERE).as_posix()))
        tar.add(HERE / "METADATA", NAME + "/PKG-INFO")
    return archive


def sources():
    return sorted((HERE / FIELDS["Name"]).glob("*.py"))


def digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip("=")
