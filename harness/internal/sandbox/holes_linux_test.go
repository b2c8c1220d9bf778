package sandbox_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/spbench/spbench/harness/internal/sandbox"
)

// TestRoot checks that root loses its privileges in a sandbox: devices, the machine's memory, files
// of others.
func TestRoot(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("SKIPPED: for root alone")
	}
	inEach(t, func(t *testing.T, _ sandbox.Kind, p sandbox.Policy) {
		asRoot(t, p)
		others := filepath.Join(t.TempDir(), "others")
		need(t, os.WriteFile(others, nil, 0o600))
		own(t, others)
		p.Read = append(p.Read, others)
		for _, script := range []string{"mknod mem c 1 1", "mknod disk b 8 0",
			"cat /proc/kcore", "cat /dev/mem", "cat " + others,
			": >> /proc/sys/kernel/core_pattern", ": >> /proc/sys/vm/drop_caches",
			": >> /proc/sysrq-trigger"} {
			if said, err := runAs(t, p, 0, "/bin/sh", "-c", script); err == nil {
				t.Errorf("%s: it may: %s", script, said)
			}
		}
		said, err := runAs(t, p, 0, "/bin/sh", "-c", "mkfifo fifo && cat /proc/self/status")
		if err != nil || !strings.Contains(said, "\nCapEff:\t0000000000000000\n") {
			t.Errorf("%v: %s", err, said)
		}
	})
}

// asRoot gives the folders of a policy to root.
func asRoot(t *testing.T, p sandbox.Policy) {
	t.Helper()
	for _, dir := range append(p.Folders(), p.Private) {
		need(t, os.Chown(dir, 0, 0))
	}
}

// TestDevices checks that declared devices may be written and controlled, and others are closed.
func TestDevices(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("SKIPPED: only root makes devices")
	}
	dir := folder(t, filepath.Join("/tmp",
		"spbench-devices-"+filepath.Base(self(t))+fmt.Sprint(os.Getpid())))
	t.Cleanup(func() { os.RemoveAll(dir) })
	device := filepath.Join(dir, "gpu") // behaves like /dev/random
	if err := unix.Mknod(device, unix.S_IFCHR|0o666, int(unix.Mkdev(1, 8))); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	need(t, os.Chmod(device, 0o666))
	inEach(t, func(t *testing.T, _ sandbox.Kind, p sandbox.Policy) {
		if said, err := run(t, p, p.Read[0], "control", device); err == nil {
			t.Errorf("a device that nobody declared is open: %s", said)
		}
		p.Read = append(p.Read, device)
		if said, err := run(t, p, p.Read[0], "control", device); err != nil {
			t.Errorf("%v: %s", err, said)
		}
	})
}

// TestGrant checks paths that no suite can make readable.
func TestGrant(t *testing.T) {
	for path, want := range map[string]string{
		"/dev/null": "", "/usr/share": "", "/sys/devices/system": "",
		"/dev": "folder of devices", "/dev/shm": "other processes share",
		"/proc": "other processes", "/proc/1": "other processes",
		"/sys": "name the needed files", "/dev/mem": "memory",
		"/nowhere": "no such file",
	} {
		err := sandbox.Grant(path)
		if path == "/dev/mem" && err != nil && strings.Contains(err.Error(), "no such file") {
			continue // nor is there such a device
		}
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

// TestCuts checks that the filter keeps files from being truncated if Landlock is too old for it.
func TestCuts(t *testing.T) {
	works(t, sandbox.Landlock)
	for _, version := range []int{1, 2} {
		restore := sandbox.AsABI(version)
		p := policy(t, sandbox.Landlock)
		file := filepath.Join(folder(t, filepath.Join(filepath.Dir(p.Read[0]), "labels")), "gold")
		need(t, os.WriteFile(file, []byte("gold"), 0o600))
		own(t, file)
		need(t, os.Chmod(filepath.Dir(file), 0o777))
		for _, use := range []string{"truncate", "truncate to read", "truncate to write"} {
			if said, err := run(t, p, p.Read[0], use, file); err == nil {
				t.Errorf("as of ABI %d: %s: it may: %s", version, use, said)
			}
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != "gold" {
			t.Errorf("as of ABI %d, %q is left of it, %v", version, text, err)
		}
		if said, err := run(t, p, p.Read[0], "shorten", "its-own"); err != nil {
			t.Errorf("as of ABI %d: %v: %s", version, err, said)
		}
		restore()
	}
}

// uses are what a learner may try with a file.
var uses = map[string]func(path string) error{
	"control": func(device string) error {
		f, err := unix.Open(device, unix.O_RDWR, 0)
		if err != nil {
			return err
		}
		one := make([]byte, 1)
		_, err = unix.Write(f, one)
		if err == nil {
			_, err = unix.IoctlGetInt(f, unix.RNDGETENTCNT)
		}
		if err == nil {
			_, err = unix.Read(f, one)
		}
		return err
	},
	"truncate": func(path string) error { return unix.Truncate(path, 0) },
	"truncate to read": func(path string) error {
		_, err := unix.Open(path, unix.O_RDONLY|unix.O_TRUNC, 0)
		return err
	},
	"truncate to write": func(path string) error {
		_, err := unix.Open(path, unix.O_WRONLY|unix.O_TRUNC, 0)
		return err
	},
	"shorten": func(path string) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		_, err = f.WriteString("abc")
		again := func() error { g, err := os.Create(path); closeIt(g, err); return err }
		return errors.Join(err, f.Truncate(1), f.Close(), again())
	},
}

// TestLinks checks that an interpreter behind a chain of links, of files and folders, is found by
// each name.
func TestLinks(t *testing.T) {
	inEach(t, func(t *testing.T, _ sandbox.Kind, p sandbox.Policy) {
		dir := filepath.Dir(p.Read[0])
		for _, f := range []string{"env/bin", "pythons/3.12.5/bin", "other"} {
			need(t, os.MkdirAll(filepath.Join(dir, f), 0o755))
		}
		at := func(path string) string { return filepath.Join(dir, path) }
		for link, target := range map[string]string{
			"pythons/3.12": "3.12.5", "pythons/3": at("pythons/3.12"),
			"env/bin/python":             at("pythons/3/bin/python"),
			"pythons/3.12.5/bin/python":  "python3",
			"pythons/3.12.5/bin/python3": "../../../other/run", "other/run": "/bin/sh",
		} {
			need(t, os.Symlink(target, at(link)))
		}
		p.Read = append(p.Read, at("env"), at("env/bin/python"), at("pythons/3/bin"))
		said, err := run(t, p, at("env/bin/python"), "-c",
			"test -e "+at("pythons/3.12/bin/python3")+" && test -L "+at("pythons/3"))
		if err != nil {
			t.Errorf("%v: %s", err, said)
		}
	})
}

// runAs is run as another user.
func runAs(t *testing.T, p sandbox.Policy, uid uint32, argv ...string) (string, error) {
	t.Helper()
	return runBy(t, p, func(cmd *exec.Cmd) {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
	}, argv...)
}
