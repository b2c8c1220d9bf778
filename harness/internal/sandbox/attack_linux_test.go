package sandbox_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// targets are the aims of an attack: everything of the user who runs it.
type targets struct {
	Labels   string // a file
	Folder   string // of that file, writable
	Own      string // a file of the same user that the sandbox lets it read
	Process  int    // sleeps, with a secret in its environment
	TCP, UDP string // addresses
	Abstract string // socket
	Socket   string // by path
	Mark     string // in files and process environments left for the next fit

	needsMore []string // ways that need more rights, or a different machine
}

// planted plants what is attacked.
func planted(t *testing.T) *targets {
	t.Helper()
	dir := must(os.MkdirTemp("/tmp", "spbench-aim-"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	folder(t, dir)
	a := &targets{Labels: filepath.Join(dir, "labels"), Folder: dir,
		Socket: filepath.Join(dir, "socket"), Abstract: "@" + dir}
	need(t, os.WriteFile(a.Labels, []byte("gold"), 0o600))
	own(t, a.Labels)
	need(t, os.WriteFile(filepath.Join(dir, "old"), nil, 0o600))
	victim := exec.Command("sleep", "3600")
	victim.Env = []string{"SPBENCH_DATA=" + dir}
	asNobody(t, victim)
	need(t, victim.Start())
	t.Cleanup(func() { _ = victim.Process.Kill(); _ = victim.Wait() })
	a.Process = victim.Process.Pid
	a.TCP = listen(t, "tcp", "127.0.0.1:0").Addr().String()
	listen(t, "unix", a.Abstract)
	listen(t, "unix", a.Socket)
	own(t, a.Socket)
	udp := must(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { udp.Close() })
	a.UDP = udp.LocalAddr().String()
	a.Mark = "left-by-" + filepath.Base(dir)
	a.needsMore = []string{"make a mount namespace", "load a program into the kernel",
		"type into a terminal", "raw packets"}
	if reaches(cachestat, unix.ENOSYS, badFile, 0, 0) == nil { // before Linux 6.5
		a.needsMore = append(a.needsMore, "ask for cached pages by cachestat")
	}
	if reaches(setattr, unix.ENOSYS, 0, 0, 0) == nil { // before Linux 6.17
		a.needsMore = append(a.needsMore, "set attributes of a file")
	}
	a.Own = filepath.Join(folder(t, dir+"-own"), "own")
	t.Cleanup(func() { os.RemoveAll(dir + "-own") })
	need(t, os.WriteFile(a.Own, []byte("own"), 0o600))
	own(t, a.Own)
	return a
}

// attack tries all ways and returns why each failed; "" for a way that succeeded.
func (a *targets) attack() map[string]string {
	failed := map[string]string{}
	for name, try := range map[string]func() error{
		"read labels":   func() error { _, err := os.ReadFile(a.Labels); return err },
		"list a folder": func() error { _, err := os.ReadDir(a.Folder); return err },
		"write a file": func() error {
			return os.WriteFile(filepath.Join(a.Folder,
				"new"), nil, 0o600)
		},
		"delete a file": func() error {
			return os.Remove(filepath.Join(a.Folder,
				"old"))
		},
		"truncate a file": func() error { return os.Truncate(a.Labels, 4) },
		"link a file": func() error {
			return os.Link(a.Labels,
				filepath.Join(os.Getenv("TMPDIR"), "link"))
		},
		"note on a file": func() error {
			return unix.Setxattr(a.Labels, "user.note",
				[]byte("gold"), 0)
		},
		"set the clock of a file": func() error {
			return marks(os.Chtimes(a.Labels, time.Now(), time.Unix(42, 0)), a.Labels,
				func(is *unix.Stat_t) bool { return is.Mtim.Sec == 42 })
		},
		"set the mode of a file": func() error {
			return marks(os.Chmod(a.Labels, 0o640), a.Labels,
				func(is *unix.Stat_t) bool { return is.Mode&0o777 == 0o640 })
		},
		"set the owner of a file": func() error { // to the same one: also for ordinary users
			var before unix.Stat_t
			return marks(errors.Join(unix.Stat(a.Own, &before),
				os.Chown(a.Own, os.Getuid(), os.Getgid())), a.Own,
				func(is *unix.Stat_t) bool { return is.Ctim != before.Ctim })
		},
		"set the mode of a file that it may read": func() error {
			f, err := os.Open(a.Own)
			if err != nil {
				return err
			}
			defer f.Close()
			return marks(f.Chmod(0o640), a.Own,
				func(is *unix.Stat_t) bool { return is.Mode&0o777 == 0o640 })
		},
		"set flags of a file": func() error {
			return reaches(unix.SYS_IOCTL, unix.EBADF, badFile, unix.FS_IOC_SETFLAGS, 0)
		},
		"set attributes of a file": func() error { return reaches(setattr, unix.EINVAL, 0, 0, 0) },
		"paste into a terminal": func() error {
			return reaches(unix.SYS_IOCTL, unix.EBADF, badFile, unix.TIOCLINUX, 0)
		},
		"watch files": func() error {
			fd, err := unix.InotifyInit1(0)
			_ = unix.Close(fd)
			return err
		},
		"move another process to a processor": func() error {
			var of, is unix.CPUSet
			if err := unix.SchedGetaffinity(a.Process, &of); err != nil {
				return err
			}
			one := of
			for i := 1; one.Count() > 1; i++ {
				one.Clear(i)
			}
			err := errors.Join(unix.SchedSetaffinity(a.Process, &one), unix.SchedGetaffinity(a.Process, &is))
			if err == nil && of.Count() > 1 && is != one {
				err = errors.New("without effect")
			}
			return err
		},
		"see other processes": func() error {
			_,
				err := os.Stat(fmt.Sprintf("/proc/%d", a.Process))
			return err
		},
		"environ of a process": func() error {
			_,
				err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", a.Process))
			return err
		},
		"mem of a process": func() error {
			f,
				err := os.Open(fmt.Sprintf("/proc/%d/mem", a.Process))
			_ = f.Close()
			return err
		},
		"root of a process": func() error {
			_, err := os.Stat(filepath.Join("/proc", strconv.Itoa(a.Process), "root", "dev"))
			return err
		},
		"memory of a process": func() error { return peek(a.Process) },
		"trace a process":     func() error { return trace(a.Process) },
		"stop a process": func() error {
			return errors.Join(unix.Kill(a.Process, unix.SIGSTOP),
				unix.Kill(a.Process, unix.SIGCONT))
		},
		"limit a process": func() error {
			return unix.Prlimit(a.Process, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 512, Max: 1024},
				nil)
		},
		"connect by TCP": func() error { return dial("tcp", a.TCP) },
		"listen by TCP": func() error {
			l,
				err := net.Listen("tcp", "127.0.0.1:0")
			closeIt(l, err)
			return err
		},
		"send by UDP": func() error { return dial("udp", a.UDP) },
		"netlink": func() error {
			return socket(unix.AF_NETLINK,
				unix.SOCK_RAW)
		},
		"raw packets": func() error {
			return socket(unix.AF_PACKET,
				unix.SOCK_RAW)
		},
		"a socket by io_uring":            ring,
		"connect to an abstract socket":   func() error { return dial("unix", a.Abstract) },
		"connect to a socket by its path": func() error { return dial("unix", a.Socket) },
		"shared memory of System V": func() error {
			id, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, 0o600)
			if err != nil {
				return err
			}
			_, err = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
			return err
		},
		"ask for cached pages by preadv2": func() error {
			f, err := os.Open("/proc/self/exe")
			if err != nil {
				return err
			}
			defer f.Close()
			if _, err = unix.Preadv2(int(f.Fd()), [][]byte{make([]byte, 8)}, 0,
				unix.RWF_NOWAIT); errors.Is(err, unix.EAGAIN) {
				return nil // the answer is: they are not
			}
			return err
		},
		// The kernel answers each of these calls with a different error.
		"ask for cached pages by mincore": func() error {
			return reaches(unix.SYS_MINCORE,
				unix.EINVAL, 1, 0, 0)
		},
		"ask for cached pages by cachestat": func() error {
			return reaches(cachestat, unix.EBADF,
				badFile, 0, 0)
		},
		"drop cached pages by fadvise": func() error {
			return reaches(unix.SYS_FADVISE64,
				unix.EBADF, badFile, 0, 0)
		},
		"cache pages by readahead": func() error {
			return reaches(unix.SYS_READAHEAD,
				unix.EBADF, badFile, 0, 0)
		},
		"make a user namespace":  func() error { return clone(syscall.CLONE_NEWUSER) },
		"make a mount namespace": func() error { return clone(syscall.CLONE_NEWNS) },
		"load a program into the kernel": func() error {
			_, _, errno := unix.Syscall(unix.SYS_BPF, 5, 0, 0)
			return fail(errno)
		},
		"type into a terminal": func() error {
			c := byte('x')
			f, err := os.Open("/dev/tty")
			if err != nil {
				return err
			}
			_, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), unix.TIOCSTI,
				uintptr(unsafe.Pointer(&c)))
			return fail(errno)
		},
	} {
		failed[name] = ""
		if err := try(); err != nil {
			failed[name] = err.Error()
		}
	}
	for _, dir := range shared {
		if err := os.WriteFile(filepath.Join(dir, a.Mark), nil, 0o600); err != nil {
			failed["leave a file in "+dir] = err.Error()
		}
	}
	child := exec.Command("sleep", "3601")
	child.Env, child.SysProcAttr = []string{"MARK=" + a.Mark}, &syscall.SysProcAttr{Setsid: true}
	if err := child.Start(); err != nil {
		failed["outlive it"] = err.Error()
	}
	return failed
}

// shared are folders writable by all users, where a fit could leave a note for the next one.
var shared = []string{"/dev/shm", "/tmp", "/var/tmp"}

// outlived finds what the attack left outside of the sandbox, and adds it to the ways. It waits for
// the end of a process that should not survive.
func (a *targets) outlived(t *testing.T, failed map[string]string, survives bool) {
	t.Helper()
	for _, dir := range shared {
		way := "leave a file in " + dir
		if err := os.Remove(filepath.Join(dir, a.Mark)); err == nil {
			failed[way] = ""
		} else if failed[way] == "" {
			failed[way] = "it is the sandbox's own"
		}
	}
	const way = "outlive it"
	if failed[way] != "" {
		t.Error(failed[way])
	}
	failed[way] = "it ended with the sandbox"
	for start := time.Now(); !survives && len(marked("MARK="+a.Mark)) > 0 && time.Since(start) < time.Minute; {
		time.Sleep(10 * time.Millisecond) // the kernel is still ending the processes
	}
	for _, pid := range marked("MARK=" + a.Mark) {
		failed[way] = ""
		_ = unix.Kill(pid, unix.SIGKILL)
	}
}

// marked returns the processes with a setting in their environment.
func marked(setting string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), setting) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// peek reads a word of another process.
func peek(pid int) error {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return err
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	at, err := strconv.ParseUint(fields[25], 10, 64) // where its stack starts
	if err != nil || at < 2 {                        // hidden from processes that may not trace it
		at = 1 << 12
	}
	word := make([]byte, 8)
	local := []unix.Iovec{{Base: &word[0], Len: 8}}
	_, err = unix.ProcessVMReadv(pid, local, []unix.RemoteIovec{{Base: uintptr(at), Len: 8}}, 0)
	if errors.Is(err, unix.EFAULT) {
		return nil // it may, if there is something
	}
	return err
}

func trace(pid int) error {
	return inThread(func() error {
		if err := unix.PtraceSeize(pid); err != nil {
			return err
		}
		return nil // released when the thread ends
	})
}

// inThread runs code that changes its thread in a thread that ends with it.
func inThread(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		done <- f()
	}()
	return <-done
}

// clone starts a process in namespaces of its own.
func clone(flags uintptr) error {
	cmd := exec.Command("true")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: flags}
	return cmd.Run()
}

// marks returns why a call did not change a file.
func marks(err error, file string, changed func(is *unix.Stat_t) bool) error {
	var is unix.Stat_t
	if err = errors.Join(err, unix.Stat(file, &is)); err == nil && !changed(&is) {
		return errors.New("it has no effect")
	}
	return err
}

const (
	cachestat = 451
	setattr   = 469       // file_setattr
	badFile   = 1<<32 - 1 // -1: no descriptor
)

// reaches returns why a system call does not reach the kernel, which answers with errno.
func reaches(call uintptr, answer syscall.Errno, a, b, c uintptr) error {
	if _, _, got := unix.Syscall(call, a, b, c); got != answer {
		return fmt.Errorf("the answer is %d", got)
	}
	return nil
}

func fail(errno syscall.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}

func dial(network, address string) error {
	c, err := net.Dial(network, address) // at once: a deadline would fail on a busy machine
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = io.WriteString(c, "x")
	return err
}

func closeIt(c io.Closer, err error) {
	if err == nil {
		_ = c.Close()
	}
}

func socket(family, kind int) error {
	fd, err := unix.Socket(family, kind, 0)
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

// ring makes an io_uring, which can make sockets.
func ring() error {
	var params [120]byte
	fd, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)), 0)
	if errno != 0 {
		return errno
	}
	return unix.Close(int(fd))
}
