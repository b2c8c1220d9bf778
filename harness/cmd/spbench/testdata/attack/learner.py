"""A learner that tries ways to what is none of its business, says which succeed, and then becomes an honest one."""

import ctypes
import glob
import json
import os
import signal
import socket
import subprocess
import sys

aims = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "aims.json")))
libc = ctypes.CDLL(None, use_errno=True)


def read(path):
    with open(path, "rb") as f:
        return f.read(100)


def trace(pid):
    if libc.ptrace(0x4206, pid, 0, 0):  # PTRACE_SEIZE, until this process ends
        raise OSError(ctypes.get_errno())


def memory(pid):
    with open("/proc/%d/maps" % pid) as maps:
        start = next(int(line.split("-")[0], 16) for line in maps if " r" in line)
    with open("/proc/%d/mem" % pid, "rb") as mem:
        mem.seek(start)
        mem.read(8)


def peek(pid):
    with open("/proc/%d/maps" % pid) as maps:
        start = next(int(line.split("-")[0], 16) for line in maps if " r" in line)
    word = ctypes.create_string_buffer(8)
    here, there = (ctypes.c_size_t * 2)(ctypes.addressof(word), 8), (ctypes.c_size_t * 2)(start, 8)
    if libc.process_vm_readv(pid, here, 1, there, 1, 0) != 8:
        raise OSError(ctypes.get_errno())


def data(pid):
    settings = dict(s.split("=", 1) for s in open("/proc/%d/environ" % pid).read().split("\0") if "=" in s)
    read(os.path.join(settings["SPBENCH_DATA"], "gold"))


def named(path, names):
    try:
        return read(path).split(b"\0")[0].decode() in names
    except OSError:
        return False  # it has ended


def harness(what):
    """Does it to some process of the harness."""
    names = (aims["dir"] + "/spbench", "spbench supervisor")
    pids = [int(path.split("/")[2]) for path in glob.glob("/proc/[0-9]*/cmdline") if named(path, names)]
    failure = OSError("none is seen")
    for pid in pids:
        try:
            return what(pid)
        except (OSError, KeyError) as e:
            failure = e
    raise failure


def remembered(folder):
    note = os.path.join(folder, aims["mark"])
    try:
        read(note)
    finally:
        with open(note, "wb") as f:
            f.write(b"gold")


def connect(family, kind, address):
    s = socket.socket(family, kind)
    s.settimeout(1)
    s.connect(address)
    s.send(b"x")


def overwrite(pattern):
    path = glob.glob(pattern)[0]
    os.chmod(path, 0o755)
    open(path, "r+b").close()


def escape():
    subprocess.Popen(["setsid", "env", "-i", "sleep", aims["sleep"]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


dir, victim = aims["dir"], aims["victim"]
ways = {
    "labels: in their file": lambda: read(dir + "/data/gold"),
    "labels: by another's environment": lambda: data(victim),
    "labels: by the harness's environment": lambda: harness(data),
    "labels: in the harness's memory": lambda: harness(memory),
    "labels: by tracing the harness": lambda: harness(trace),
    "labels: in the memory of another": lambda: peek(victim),
    "labels: by the folder of another": lambda: read("/proc/%d/cwd/data/gold" % victim),
    "labels: left in the home": lambda: remembered(os.environ["HOME"]),
    "labels: left where all may write": lambda: remembered(os.path.dirname(os.environ["TMPDIR"])),
    "labels: left in shared memory": lambda: remembered("/dev/shm"),
    "results of a competitor": lambda: read(glob.glob(dir + "/old/*/records-0.jsonl")[0]),
    "forged records": lambda: open(glob.glob(dir + "/old/*/records-0.jsonl")[0], "ab").close(),
    "another's program": lambda: overwrite(dir + "/cache/spbench/bin/*/spbench-learner*"),
    "a service's socket": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, aims["socket"]),
    "an abstract socket": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + aims["socket"]),
    "network: TCP": lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", aims["port"])),
    "network: UDP": lambda: connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", aims["port"])),
    "network: netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "a signal": lambda: os.kill(victim, signal.SIGCONT),
}
for name, way in ways.items():
    try:
        way()
        print("SUCCEEDED " + name, file=sys.stderr)
    except (OSError, KeyError, IndexError, StopIteration) as e:
        print("FAILED %s: %s" % (name, e), file=sys.stderr)
escape()
sys.stderr.flush()
program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "honest")
os.execv(program, [program, "crf"])
