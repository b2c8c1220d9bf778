package data

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"
)

// A paddock is a small folder of horses: brown squares on green ground.
type paddock struct {
	dir   string
	entry Entry
}

// newPaddock writes three photographs and their masks, and gives the test its own cache.
func newPaddock(t *testing.T) *paddock {
	t.Helper()
	ownCache(t, t.TempDir())
	p := &paddock{dir: t.TempDir(), entry: horsesEntry}
	f := File{Path: "weizmann_horse"}
	for _, folder := range []string{"figure_ground", "rgb"} {
		for i := range 3 {
			f.Names = append(f.Names, fmt.Sprintf("%s/horse%03d.jpg", folder, i+1))
		}
	}
	p.entry.Files = []File{f}
	for i := range 3 {
		p.put(t, f.Names[i], picture(120, 80+10*i, i, color.White, color.Black))
		p.put(t, f.Names[3+i], picture(180, 3*(80+10*i)/2, i, color.RGBA{130, 70, 40, 255},
			color.RGBA{60, 140, 60, 255}))
	}
	p.entry.Files[0].SHA256 = f.sum(t, p.dir)
	return p
}

// picture paints a horse: the middle third of each side, and i pixels more.
func picture(w, h, i int, horse, ground color.Color) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, ground)
			if x >= w/3 && x < 2*w/3+i && y >= h/3 && y < 2*h/3 {
				m.Set(x, y, horse)
			}
		}
	}
	return m
}

func (p *paddock) path(name string) string {
	return filepath.Join(p.dir, "weizmann_horse", filepath.FromSlash(name))
}

// put writes a JPEG file.
func (p *paddock) put(t *testing.T, name string, m image.Image) {
	t.Helper()
	var out bytes.Buffer
	check(t, jpeg.Encode(&out, m, &jpeg.Options{Quality: 95}))
	p.write(t, name, out.Bytes())
}

func (p *paddock) write(t *testing.T, name string, content []byte) {
	t.Helper()
	putFile(t, p.dir, "weizmann_horse/"+name, content)
}

// load returns the dataset after the checks of Load.
func (p *paddock) load(args string) (*Dataset, error) {
	p.entry.dir = p.dir
	d, err := p.entry.load(p.entry, []byte(args))
	if err == nil {
		if err = d.check(); err == nil {
			d.Hash = d.contentHash()
		}
	}
	return d, err
}

func (p *paddock) loaded(t *testing.T, args string) *Dataset {
	t.Helper()
	return must(p.load(args))(t)
}

func remove(t *testing.T, path string) {
	t.Helper()
	check(t, os.Remove(path))
}

// sum returns the checksum of the files of f.
func (f File) sum(t *testing.T, dir string) string {
	t.Helper()
	_, sum, err := (Entry{}).walk(f, dir, func(file *os.File) ([]byte, error) {
		return digest(t.Context(), file)
	})
	check(t, err)
	return hex.EncodeToString(sum)
}
