package record

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// cacheFile is a file in a run folder that may be deleted at any time.
const cacheFile = "cells"

// thisBuild returns a hash of the beginning of the program, where Go's build ID is: a hash of the
// whole. It is nil if the program cannot be read.
var thisBuild = sync.OnceValue(func() []byte {
	name, err := os.Executable()
	if err != nil {
		return nil
	}
	file, err := os.Open(name)
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
