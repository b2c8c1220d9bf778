package limit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// filesInMemory returns the bytes of files in memory, on a tmpfs or on no file system: the files
// that the processes have open, and the files in a folder. It also reports whether a process hides
// its open files.
func filesInMemory(pids []int, folder string) (bytes int64, hidden bool) {
	type inode struct{ dev, number uint64 }
	seen := map[inode]bool{}
	add := func(path string) {
		var s unix.Stat_t
		if unix.Stat(path, &s) != nil || s.Mode&unix.S_IFMT != unix.S_IFREG || s.Blocks == 0 {
			return
		}
		if file := (inode{uint64(s.Dev), s.Ino}); !seen[file] && inMemory(path) {
			seen[file] = true
			bytes += s.Blocks * 512
		}
	}
	for _, pid := range pids {
		dir := fmt.Sprintf("/proc/%d/fd", pid)
		open, err := os.ReadDir(dir)
		hidden = hidden || errors.Is(err, fs.ErrPermission)
		for _, entry := range open {
			add(filepath.Join(dir, entry.Name()))
		}
	}
	if inMemory(folder) {
		// Unreadable files do not count.
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				add(path)
			}
			return nil
		})
	}
	return bytes, hidden
}

func inMemory(path string) bool {
	var s unix.Statfs_t
	return unix.Statfs(path, &s) == nil && s.Type == unix.TMPFS_MAGIC
}
