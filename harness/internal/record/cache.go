package record

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// cacheFile is a file in a run folder that may be deleted at any time.
const cacheFile = "cells"

// started is when this process began, nearly.
var started = time.Now()

// thisBuild returns a hash of the beginning of the running program, where Go's build ID is: a hash
// of the whole. It is nil if that cannot be read, or another program may stand in its place.
var thisBuild = sync.OnceValue(func() []byte {
	file, err := os.Open("/proc/self/exe") // the running one, also after a new build (Linux)
	if err != nil {
		file, err = installed()
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

// installed opens the program at the path of the running one, unless it was written since the start.
func installed() (*os.File, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	if err == nil && info.ModTime().After(started) {
		err = errors.New("another build stands in its place")
	}
	if err != nil {
		return nil, err
	}
	return os.Open(name)
}

// Cached returns the content that [Cache] left in a run folder; nil if there is none, if it is
// damaged, or if another build of spbench left it. It hashes the program and the content.
func Cached(dir string) []byte {
	text, err := ReadFile(dir, cacheFile)
	if err != nil || len(text) < sha256.Size || thisBuild() == nil {
		return nil
	}
	sum, content := text[:sha256.Size], text[sha256.Size:]
	if !bytes.Equal(sum, seal(content)) {
		return nil
	}
	return content
}

// Cache leaves content in a run folder for the next time, whole or not at all. It does nothing in a
// folder that cannot be written to, or that a process has open for writing and may be deleting.
func Cache(dir string, content []byte) {
	lock, err := share(filepath.Join(dir, lockFile))
	if err != nil {
		return
	}
	defer lock.Close()
	if thisBuild() != nil {
		_ = writeFile(filepath.Join(dir, cacheFile), append(seal(content), content...))
	}
}

// seal returns the SHA-256 of content and of this build.
func seal(content []byte) []byte {
	h := sha256.New()
	h.Write(thisBuild())
	h.Write(content)
	return h.Sum(nil)
}
