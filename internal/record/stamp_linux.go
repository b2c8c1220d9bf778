package record

import (
	"os"
	"syscall"
)

// stampOf returns the stamp of a file but for Quiet.
func stampOf(info os.FileInfo) stamp {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return stamp{}
	}
	return stamp{Inode: s.Ino, Modified: s.Mtim.Nano(), Changed: s.Ctim.Nano()}
}
