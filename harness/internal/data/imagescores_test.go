package data

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// putScores stores two scores for each pixel of an image of 60×40 pixels, and returns them.
func putScores(t *testing.T, dir, name string) (scores []float32) {
	head := "{'descr': '<f4', 'fortran_order': False, 'shape': (40, 60, 2), }"
	content := append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), 0)
	content = append(content, head...)
	for i := range 2 * 40 * 60 {
		scores = append(scores, float32(i%7*len(name))/8-float32(i%2*i)/100)
		content = binary.LittleEndian.AppendUint32(content, math.Float32bits(scores[i]))
	}
	putFile(t, dir, name, content)
	return scores
}

// TestImageScores: the features of a variable are the mean scores of its pixels and the constant 1.
// Graphs and labels are those of the dataset without scores.
func TestImageScores(t *testing.T) {
	ownCache(t, t.TempDir())
	dir, of := t.TempDir(), map[string][]float32{}
	for _, name := range []string{"a", "b", "c"} {
		painted(t, dir+"/photos/"+name+".png", 60, 40, halves(20))
		painted(t, dir+"/masks/"+name+".png", 60, 40, halves(30))
		of[name] = putScores(t, dir, "scores/"+name+".npy")
	}
	scores := fmt.Sprintf(`,"scores":%q`, dir+"/scores")
	for _, form := range []string{`,"pixels":600`, `,"superpixels":20`} {
		putFile(t, dir, "scores/folds.csv", []byte("image,fold\na,0\nb,1\nc,\n"))
		plain := load(t, ImagesName, string(images(dir, blackAndWhite+form)))
		d := load(t, ImagesName, string(images(dir, blackAndWhite+form+scores)))
		if d.Standardise || !d.Fitted || !slices.Equal(d.Fold, []int{0, 0, 1}) || d.NodeWidth != 3 {
			t.Errorf("%s: standardise %v, folds %v, fitted %v", form, d.Standardise, d.Fold, d.Fitted)
		}
		for i := range d.Instances {
			x, y := &d.Instances[i], &plain.Instances[i]
			if !slices.Equal(x.Edges, y.Edges) || !slices.Equal(x.Gold, y.Gold) ||
				!slices.Equal(x.Size, y.Size) || !slices.Equal(x.Edge.Dense, y.Edge.Dense) {
				t.Errorf("%s: another graph", form)
			}
			variable := func(p int) int { return p/60*x.Shape[0]/40*x.Shape[1] + p%60*x.Shape[1]/60 }
			if d.Pixels != nil {
				pixels := must(d.Pixels(i))(t)
				variable = func(p int) int { return int(pixels.Variable[p]) }
			}
			want := make([]float64, 3*x.N())
			for p := range 40 * 60 {
				for c, v := range append(slices.Clone(of[x.ID][2*p:][:2]), 1) {
					want[3*variable(p)+c] += float64(v) / x.Size[variable(p)]
				}
			}
			for j, v := range x.Node.Dense {
				if math.Abs(float64(v)-want[j]) > 1e-5 {
					t.Fatalf("%s: features %v, want %v", form, x.Node.DenseRow(j/3), want[j/3*3:][:3])
				}
			}
		}
		if lines := load(t, FileName, string(fileOf(t, d))); lines.Hash != d.Hash {
			t.Errorf("%s: the converted dataset differs", form)
		}
		node, edge, err := d.FeatureNames()
		if !slices.Equal(node, []string{"score of background", "score of horse", "constant"}) ||
			(d.Pixels == nil) != slices.Equal(edge, []string{"constant", "similarity"}) {
			t.Errorf("%s: names %q, %q, %v", form, node, edge, err)
		}
		u := must(d.ReadUnlabelled(images(dir, blackAndWhite+form+scores), dir+"/photos/b.png"))(t)
		if x := &u.Instances[0]; x.Gold[0] != sp.Unknown ||
			!slices.Equal(x.Node.Dense, d.Instances[1].Node.Dense) {
			t.Errorf("%s: other features of an unlabelled image", form)
		}

		said := func(d *Dataset) string { return strings.Join(d.Warnings, "; ") }
		if strings.Contains(said(d), "network") {
			t.Errorf("%s: a warning for fair scores: %s", form, said(d))
		}
		_, err = d.Splits(SplitSpec{Train: Part{Folds: []int{1}}, Test: Part{Folds: []int{0}}}, 1)
		wantError(t, "tested on images of the networks", err, "train on instances of fold 0")
		for file, want := range map[string]string{
			"image,fold\na,0\nb,1\nc,1\n": "may have seen test images",
			"image,fold\na,0\nb,1\n":      "no network saw the images that it scored, such as c",
		} {
			putFile(t, dir, "scores/folds.csv", []byte(file))
			d = load(t, ImagesName, string(images(dir, blackAndWhite+form+scores)))
			if d.Fitted || d.Fold != nil || !strings.Contains(said(d), want) {
				t.Errorf("%s: folds %v, fitted %v, %s", form, d.Fold, d.Fitted, said(d))
			}
		}

		changed := putScores(t, dir, "scores/b.npy")
		changed[0]++ // of the first pixel
		text := must(os.ReadFile(dir + "/scores/b.npy"))(t)
		binary.LittleEndian.PutUint32(text[len(text)-4*len(changed):], math.Float32bits(changed[0]))
		putFile(t, dir, "scores/b.npy", text)
		if e := load(t, ImagesName, string(images(dir, blackAndWhite+form+scores))); e.Hash == d.Hash {
			t.Errorf("%s: a score has changed, the content has not", form)
		}
		check(t, os.Remove(dir+"/scores/b.npy"))
		_, err = Load(ImagesName, images(dir, blackAndWhite+form+scores), "")
		wantError(t, "no scores", err, "photos/b.png: its scores are in 0 files")
		putScores(t, dir, "scores/b.npy")
	}
	args := must(From("/s", ImagesName, []byte(`{"path":"p","scores":"logits"}`)))(t)
	if string(args) != `{"path":"/s/p","scores":"/s/logits"}` {
		t.Errorf("paths from the suite: %s", args)
	}
}
