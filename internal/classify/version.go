package classify

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"sync"
)

//go:embed *.go
var source embed.FS

// Version identifies the program that trains: a hash of the source of
// this package, in hex. What another version has learned may differ.
var Version = sync.OnceValue(func() string {
	sum := sha256.New()
	err := fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := source.ReadFile(name)
		sum.Write(text)
		return err
	})
	if err != nil {
		panic("classify: " + err.Error()) // it is part of the program
	}
	return hex.EncodeToString(sum.Sum(nil))
})
