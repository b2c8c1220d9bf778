package data

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/data/raster"
	"github.com/spbench/spbench/harness/sp"
)

// A scene is a photograph with a label for each of its pixels.
type scene struct {
	id                string
	path, labelPath   string // for messages
	photo, labelsText []byte
}

// scenes returns the photographs of e and their labels: labels/ID.regions.txt as published, a
// matrix of numbers, negative if unknown; or labels_regions/ID.png, grey values, 255 if unknown.
func (e Entry) scenes() (scenes []*scene, err error) {
	f := e.Files[0]
	dir, why, err := folder(e.dir)
	if err != nil {
		return nil, err
	}
	for i, name := range f.Names {
		s := &scene{id: strings.TrimSuffix(path.Base(name), ".jpg"), path: name,
			photo: e.read[0].contents[i]}
		s.labelPath = "labels/" + s.id + ".regions.txt"
		s.labelsText, err = os.ReadFile(f.member(s.labelPath).in(dir))
		if errors.Is(err, fs.ErrNotExist) {
			s.labelPath = "labels_regions/" + s.id + ".png"
			s.labelsText, err = os.ReadFile(f.member(s.labelPath).in(dir))
		}
		if err != nil {
			return nil, e.absent(f, f.member("labels/"+s.id+".regions.txt"), dir, why, err)
		}
		scenes = append(scenes, s)
	}
	return scenes, nil
}

func (s *scene) place() string { return s.path }

func (s *scene) files() (picture, labels []byte, err error) { return s.photo, s.labelsText, nil }

func (s *scene) picture(most int) (image.Image, error) {
	return raster.DecodeImage(s.path, s.photo, 0, most)
}

func (s *scene) labels(picture image.Image, _ int) ([]int32, error) {
	r, parse := picture.Bounds(), pngLabels
	if strings.HasSuffix(s.labelPath, ".txt") {
		parse = textLabels
	}
	labels, width, err := parse(s.labelsText)
	if err == nil && (width != r.Dx() || len(labels) != r.Dx()*r.Dy()) {
		err = fmt.Errorf("labels of %d pixels in rows of %d, its photograph has %d×%d", len(labels),
			width, r.Dx(), r.Dy())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.labelPath, err)
	}
	return labels, nil
}

// sceneLabel returns the label of a pixel with number v, or Unknown if v is out of range.
func sceneLabel(v int) int32 {
	if v < 0 || v >= len(stanfordLabels) {
		return sp.Unknown
	}
	return int32(v)
}

func pngLabels(text []byte) (labels []int32, width int, err error) {
	m, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		return nil, 0, err
	}
	grey, ok := m.(*image.Gray)
	if !ok || text[24] != 8 { // the depth: smaller ones are scaled to 8 bits
		return nil, 0, errors.New("want grey values of 8 bits")
	}
	for y := range grey.Rect.Dy() {
		for _, v := range grey.Pix[y*grey.Stride:][:grey.Rect.Dx()] {
			labels = append(labels, sceneLabel(int(v)))
		}
	}
	return labels, grey.Rect.Dx(), nil
}

func textLabels(text []byte) (labels []int32, width int, err error) {
	line := 0
	for row := range strings.Lines(string(text)) {
		line++
		fields := strings.Fields(row)
		if width == 0 {
			width = len(fields)
		}
		if len(fields) != width {
			return nil, 0, fmt.Errorf("line %d has %d numbers, the first has %d", line, len(fields),
				width)
		}
		for _, f := range fields {
			v, err := strconv.Atoi(f)
			if err != nil {
				return nil, 0, fmt.Errorf("line %d has %q, not a number", line, f)
			}
			labels = append(labels, sceneLabel(v))
		}
	}
	return labels, width, nil
}
