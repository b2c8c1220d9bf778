package data

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/superpixel"
)

// A scene is a photograph with a label for each of its pixels.
type scene struct {
	id                string
	path, labelPath   string // for messages
	photo, labelsText []byte
}

// readScenes reads the photographs of e and the labels beside them: labels/ID.regions.txt as published, a matrix of
// numbers, negative where unknown; or labels_regions/ID.png, grey values, 255 where unknown. It returns the checksums of
// all and of the photographs too.
func readScenes(dir string, e Entry) (scenes []scene, all, photos string, err error) {
	f := e.Files[0]
	contents, photos, err := readFolder(dir, e, f)
	if err != nil {
		return nil, "", "", err
	}
	dir, why, err := folder(dir)
	if err != nil {
		return nil, "", "", err
	}
	sum := sha256.New()
	for i, name := range f.Names {
		s := scene{id: strings.TrimSuffix(path.Base(name), ".jpg"), path: name, photo: contents[i]}
		s.labelPath = "labels/" + s.id + ".regions.txt"
		s.labelsText, err = os.ReadFile(f.member(s.labelPath).in(dir))
		if errors.Is(err, fs.ErrNotExist) {
			s.labelPath = "labels_regions/" + s.id + ".png"
			s.labelsText, err = os.ReadFile(f.member(s.labelPath).in(dir))
		}
		if err != nil {
			return nil, "", "", e.absent(f, "labels/"+s.id+".regions.txt", dir, why, err)
		}
		labels := sha256.Sum256(s.labelsText)
		listed(sum, labels[:], filepath.ToSlash(s.labelPath))
		scenes = append(scenes, s)
	}
	return scenes, fmt.Sprintf("%s %x", photos, sum.Sum(nil)), photos, nil
}

// picture returns the photograph and the labels of its pixels.
func (s *scene) picture() (*image.RGBA, []int32, error) {
	photo, err := decodeJPEG(s.path, s.photo)
	if err != nil {
		return nil, nil, err
	}
	r := photo.Bounds()
	read := pngLabels
	if strings.HasSuffix(s.labelPath, ".txt") {
		read = textLabels
	}
	labels, width, err := read(s.labelsText)
	if err == nil && (width != r.Dx() || len(labels) != r.Dx()*r.Dy()) {
		err = fmt.Errorf("labels of %d pixels in rows of %d, its photograph has %d×%d", len(labels), width, r.Dx(), r.Dy())
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.labelPath, err)
	}
	m := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	draw.Draw(m, m.Rect, photo, r.Min, draw.Src)
	return m, labels, nil
}

// label returns the label of a pixel with that number: Unknown where it is none of a scene's.
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
	if !ok {
		return nil, 0, errors.New("a picture with colours, must have grey values")
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
			return nil, 0, fmt.Errorf("line %d has %d numbers, the first has %d", line, len(fields), width)
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

// segment returns the graph of the scene's superpixels.
func (s *scene) segment(superpixels int) (*segments, error) {
	picture, labels, err := s.picture()
	if err != nil {
		return nil, err
	}
	m, d, err := divide(s.path, picture, superpixels)
	if err != nil {
		return nil, err
	}
	about := superpixel.Describe(m, d)
	out := &segments{Variables: []int32{int32(d.N)}, Edges: []int32{int32(len(about.Borders))}, Node: about.Nodes, Edge: about.Edges}
	for _, b := range about.Borders {
		out.Ends = append(out.Ends, b.U, b.V)
	}
	k := len(stanfordLabels)
	out.Gold, out.Size, out.Mixed = make([]int32, d.N), make([]float64, d.N), make([]float64, d.N*k)
	for p, v := range d.Of {
		out.Size[v]++
		if l := labels[p]; l != sp.Unknown {
			out.Mixed[int(v)*k+int(l)]++
		}
	}
	for v := range out.Gold {
		out.Gold[v] = sp.Unknown
		most := 0.0
		for l, size := range out.Mixed[v*k:][:k] {
			if size > most {
				out.Gold[v], most = int32(l), size
			}
		}
	}
	return out, nil
}

// scenePixels makes the picture of scene i of e, which has n superpixels, again.
func scenePixels(e Entry, dir string, i, superpixels, n int) (*Pixels, error) {
	e.Files = []File{{Path: e.Files[0].Path, Names: e.Files[0].Names[i : i+1]}}
	scenes, _, _, err := readScenes(dir, e)
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", e.Name, err)
	}
	picture, _, err := scenes[0].picture()
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", e.Name, err)
	}
	_, d, err := divide(scenes[0].path, picture, superpixels)
	if err == nil && d.N != n {
		err = fmt.Errorf("%s has changed since it was read: it has %d superpixels, not %d", scenes[0].path, d.N, n)
	}
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", e.Name, err)
	}
	return &Pixels{Photo: picture, Width: d.Width, Height: d.Height, Variable: d.Of}, nil
}
