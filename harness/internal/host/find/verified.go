package find

import (
	"os"
	"sync"
)

// verified are the files hashed by this process: their stamps and sums.
var verified struct {
	sync.Mutex
	files map[string]hashed
}

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
	verified.Lock()
	was := verified.files[path]
	verified.Unlock()
	if is == was.stamp && is != (stamp{}) {
		return was.sum, nil
	}
	sum, err := fileSum(path)
	if err != nil {
		return "", err
	}
	verified.Lock()
	defer verified.Unlock()
	if verified.files == nil {
		verified.files = map[string]hashed{}
	}
	verified.files[path] = hashed{is, sum}
	return sum, nil
}
