package sandbox_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/spbench/spbench/harness/internal/sandbox"
)

// longest is how long one process waits for the other, on the busiest machine.
const longest = time.Minute

// TestLocks: two processes in sandboxes of their own run at once and may read the same file. One
// locks it in all ways, and the other finds nothing. Without a sandbox it finds all.
func TestLocks(t *testing.T) {
	inEach(t, func(t *testing.T, k sandbox.Kind, first sandbox.Policy) {
		second := policy(t, k)
		dir, err := os.MkdirTemp("/tmp", "spbench-shared-")
		need(t, err)
		t.Cleanup(func() { os.RemoveAll(dir) })
		file := filepath.Join(folder(t, dir), "file")
		need(t, os.WriteFile(file, nil, 0o600))
		own(t, file)
		first.Read, second.Read = append(first.Read, file), append(second.Read, file)
		ready := filepath.Join(first.Private, "ready")
		over := filepath.Join(first.Private, "over")
		ended := make(chan string)
		go func() {
			said, err := run(t, first, first.Read[0], "lock", file, ready, over)
			ended <- fmt.Sprint(said, err)
		}()
		if !appears(ready) {
			t.Fatal("it has not locked: ", <-ended)
		}
		said, err := run(t, second, second.Read[0], "look", file)
		need(t, os.WriteFile(over, nil, 0o666))
		if ended := <-ended; ended != "<nil>" {
			t.Error(ended)
		}
		want := ""
		if k == sandbox.None {
			want = "lock lease hint whole file "
		}
		if err != nil || said != want {
			t.Errorf("it sees %q, want %q, %v", said, want, err)
		}
	}, sandbox.None)
}

// appears reports whether a file appears in time.
func appears(name string) bool {
	for start := time.Now(); time.Since(start) < longest; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(name); err == nil {
			return true
		}
	}
	return false
}

// lock leaves all marks on an open file that it may, until the file called over appears.
func lock(file, ready, over string) {
	f, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	fd := f.Fd()
	_ = unix.FcntlFlock(fd, unix.F_SETLK, &unix.Flock_t{Type: unix.F_RDLCK, Whence: io.SeekStart})
	_ = unix.Flock(int(fd), unix.LOCK_EX|unix.LOCK_NB)
	_, _ = unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_RDLCK)
	hint := uint64(2) // RWH_WRITE_LIFE_SHORT
	_ = fcntl(fd, unix.F_SET_RW_HINT, &hint)
	if err := os.WriteFile(ready, nil, 0o600); err != nil || !appears(over) {
		panic(err)
	}
}

// look prints the marks that it sees on a file.
func look(file string) {
	f, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	fd := f.Fd()
	other := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart}
	if err := unix.FcntlFlock(fd, unix.F_GETLK, &other); err == nil && other.Type != unix.F_UNLCK {
		fmt.Print("lock ")
	}
	// A write lease is refused as long as somebody else has the file open.
	if _, err := unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_WRLCK); err == unix.EAGAIN {
		fmt.Print("lease ")
	}
	hint := uint64(0)
	if fcntl(fd, unix.F_GET_RW_HINT, &hint) == nil && hint != 0 {
		fmt.Print("hint ")
	}
	if err := unix.Flock(int(fd), unix.LOCK_EX|unix.LOCK_NB); err == unix.EWOULDBLOCK {
		fmt.Print("whole file ")
	}
}

// fcntl makes a call with a number in memory.
func fcntl(fd uintptr, command int, value *uint64) error {
	_, _, errno := unix.Syscall(unix.SYS_FCNTL, fd, uintptr(command), uintptr(unsafe.Pointer(value)))
	return fail(errno)
}
