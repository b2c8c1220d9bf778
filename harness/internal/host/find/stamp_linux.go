package find

import (
	"os"
	"syscall"
)

func stampOf(info os.FileInfo) stamp {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return stamp{}
	}
	return stamp{s.Ino, s.Size, s.Mtim.Nano(), s.Ctim.Nano()}
}
