package find

import (
	"os"
	"sync"
)

// verified has a hashed for the path of each file that this process has hashed.
var verified sync.Map

type hashed struct {
	stamp stamp
	sum   string
}

// A stamp changes whenever a file is written or replaced.
type stamp struct {
	inode                   uint64
	size, modified, changed int64
}

// sumOf is fileSum, but hashes a file again only if its stamp has changed.
func sumOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	is := stampOf(info)
	if was, ok := verified.Load(path); ok && was.(hashed).stamp == is && is != (stamp{}) {
		return was.(hashed).sum, nil
	}
	sum, err := fileSum(path)
	if err == nil {
		verified.Store(path, hashed{is, sum})
	}
	return sum, err
}
