// Package cellcache keeps a cache of table cells in a run folder. The cache is valid for one build
// of spbench.
package cellcache

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spbench/spbench/harness/internal/record/lock"
	"github.com/spbench/spbench/harness/internal/record/rundir"
)

// File is the name of the cache in a run folder. It may be deleted at any time.
const File = "cells"

// started is when this process began, nearly.
var started = time.Now()

// build returns a hash of the first 64 kB of the running program, which contain Go's build ID: a
// hash of the whole program. It returns nil if it cannot read them, or if another program may have
// replaced the running one.
var build = sync.OnceValue(func() []byte {
	file, err := os.Open("/proc/self/exe") // Linux: the running program, also after it was replaced
	if err != nil {
		file, err = executable()
	}
	if err != nil {
		return nil
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.CopyN(h, file, 1<<16); err != nil {
		return nil
	}
	return h.Sum(nil)
})

// executable opens the program at the path of the running one, unless it was written since the
// start.
func executable() (*os.File, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	if err == nil && info.ModTime().After(started) {
		err = errors.New("the program was replaced")
	}
	if err != nil {
		return nil, err
	}
	return os.Open(name)
}

// Read returns the content that [Write] stored in run folder dir. It returns nil if there is none,
// if it is damaged, or if another build of spbench stored it. It hashes the program and the
// content.
func Read(dir string) []byte {
	text, err := rundir.Read(dir, File)
	if err != nil || len(text) < sha256.Size || build() == nil {
		return nil
	}
	sum, content := text[:sha256.Size], text[sha256.Size:]
	if !bytes.Equal(sum, checksum(content)) {
		return nil
	}
	return content
}

// Write stores content in run folder dir, whole or not at all. It does nothing if it cannot write
// to the folder, or if a process has the folder open for writing and may be deleting it.
func Write(dir string, content []byte) {
	held, err := lock.Share(dir)
	if err != nil {
		return
	}
	defer held.Close()
	if build() != nil {
		_ = rundir.Replace(filepath.Join(dir, File), append(checksum(content), content...))
	}
}

// checksum returns the SHA-256 of content and of this build.
func checksum(content []byte) []byte {
	h := sha256.New()
	h.Write(build())
	h.Write(content)
	return h.Sum(nil)
}
