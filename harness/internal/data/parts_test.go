package data

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// inParts returns train instances of the part train, and so on.
func inParts(train, dev, test int) *Dataset {
	d := folded(train+dev+test, 0)
	d.Parts = []string{"train", "dev", "test"}
	for part, n := range []int{train, dev, test} {
		d.Fold = append(d.Fold, slices.Repeat([]int{part}, n)...)
	}
	return d
}

// Without numbers the split is the published one. Numbers draw within the parts, nested by seed.
func TestSplitsOfParts(t *testing.T) {
	d := inParts(4, 2, 3)
	for text, want := range map[string]string{
		`{}`:                "[{[0 1 2 3] [] [] [4 5] [6 7 8] -1}]",
		`{"Test":{"N":3}}`:  "[{[0 1 2 3] [] [] [4 5] [6 7 8] -1}]",
		`{"Train":{"N":4}}`: "[{[0 1 2 3] [] [] [4 5] [6 7 8] -1}]",
	} {
		if got := must(d.Splits(spec(t, text), 1))(t); fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
	d = inParts(40, 20, 30)
	draw := func(text string, seed uint64) Split { return must(d.Splits(spec(t, text), seed))(t)[0] }
	s := draw(`{"Train":{"N":10},"Boxes":{"N":5},"Partial":{"N":6},"Dev":{"N":7},"Test":{"N":8}}`, 3)
	if len(s.Train) != 10 || len(s.Boxes) != 5 || len(s.Partial) != 6 || len(s.Dev) != 7 ||
		len(s.Test) != 8 {
		t.Errorf("sizes of %v", s)
	}
	learned := slices.Sorted(slices.Values(slices.Concat(s.Train, s.Boxes, s.Partial)))
	if slices.Max(learned) >= 40 || len(slices.Compact(learned)) != 21 || s.Dev[0] < 40 ||
		s.Dev[6] >= 60 || s.Test[0] < 60 {
		t.Errorf("parts mix: %v", s)
	}
	small := draw(`{"Train":{"N":10},"Size":4}`, 3)
	if len(small.Train) != 4 || len(small.Dev) != 20 || !within(small.Train, s.Train) {
		t.Errorf("4 of %v: %v", s.Train, small.Train)
	}
	if other := draw(`{"Train":{"N":10}}`, 4); slices.Equal(other.Train, s.Train) ||
		len(other.Test) != 30 {
		t.Errorf("seed 4 draws %v", other)
	}
	d.Parts = []string{"train", "test"}
	for i := range d.Fold {
		d.Fold[i] /= 2
	}
	if s := draw(`{"Train":{"N":50},"Dev":{"N":10}}`, 1); len(s.Dev) != 10 ||
		slices.Max(s.Dev) >= 60 || within(s.Dev, s.Train) {
		t.Errorf("dev from the rest of train: %v", s)
	}
	for text, want := range map[string]string{
		`{"Train":{"N":61}}`:                           "61 in train, but 60 instances of the part train are left",
		`{"Dev":{"N":1}}`:                              "1 in dev, but 0 instances of the part train are left; hint: train: NUMBER leaves some",
		`{"Test":{"N":-1}}`:                            "-1 in test, but",
		`{"Rotate":"test-one"}`:                        "parts have no folds",
		`{"Train":{"Folds":[0]},"Test":{"Folds":[1]}}`: "parts have no folds",
		`{"Size":61}`:                                  "a size of 61, but there are 60 training instances",
	} {
		_, err := d.Splits(spec(t, text), 1)
		wantError(t, text, err, want)
	}
}

func within(few, many []int) bool {
	return !slices.ContainsFunc(few, func(i int) bool { return !slices.Contains(many, i) })
}

// Numbers by group count the groups of a part. A group in two parts is an error.
func TestGroupsOfParts(t *testing.T) {
	d := inParts(6, 2, 4)
	for i := range d.Instances {
		d.Group = append(d.Group, fmt.Sprint("g", i/2))
	}
	s := must(d.Splits(SplitSpec{Train: Part{N: 2}, ByGroup: true}, 1))(t)[0]
	if len(s.Train) != 4 || len(s.Dev) != 2 || len(s.Test) != 4 {
		t.Errorf("groups of parts: %v", s)
	}
	for i := range s.Train {
		if d.Group[s.Train[i]] != d.Group[s.Train[i^1]] {
			t.Errorf("%v divides groups", s.Train)
		}
	}
	d.Group[6] = "g0"
	_, err := d.Splits(SplitSpec{Train: Part{N: 2}, ByGroup: true}, 1)
	wantError(t, "a group in two parts", err, `the group "g0" has instances in train and dev`)
}

// Files of parts are the same dataset as the file converted from them, but for the names of folds.
func TestFilesOfParts(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"train", "more", "test"} {
		putFile(t, dir, name+".conll", []byte("He P\ngoes V\n\n"+name+" P\n"))
	}
	args := `{"path":{"test":"test.conll","train":["train.conll","more.conll"]},"templates":"U:%x[0,0]\nB"}`
	d := load(t, FileName, string(must(From(dir, FileName, []byte(args)))(t)))
	if !slices.Equal(d.Parts, []string{"train", "test"}) || d.Instances[4].ID != "test:1" ||
		d.NodeWidth != 5 || d.Instances[3].ID != "train:1:2" {
		t.Errorf("parts %q, the last ones are %q and %q", d.Parts, d.Instances[3].ID, d.Instances[4].ID)
	}
	if again := load(t, FileName, string(fileOf(t, d))); again.Hash != d.Hash || !again.Found {
		t.Errorf("converted: hash %.8s, want %.8s; labels found: %v", again.Hash, d.Hash, again.Found)
	}
	own := must(d.Splits(SplitSpec{}, 1))(t)
	if fmt.Sprint(own) != "[{[0 1 2 3] [] [] [] [4 5] -1}]" {
		t.Errorf("the split is %v", own)
	}
}

// Folders of parts: images of two parts may have one name; masks are in folders of their own, in
// one folder for all, or beside the images.
func TestImagesOfParts(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"train/a", "train/b", "test/a"} {
		painted(t, dir+"/"+name+".jpg", 4, 3, halves(2))
		painted(t, dir+"/"+name+"_mask.png", 4, 3, halves(2))
		painted(t, dir+"/beside/"+name+".jpg", 4, 3, halves(2))
		painted(t, dir+"/beside/"+name+".png", 4, 3, halves(2))
		painted(t, dir+"/photos/"+name+".jpg", 4, 3, halves(2))
		painted(t, dir+"/masks/"+name+".png", 4, 3, halves(2))
		painted(t, dir+"/all/"+strings.ReplaceAll(name, "/", "")+".jpg", 4, 3, halves(2))
		painted(t, dir+"/all/"+name[len(name)-1:]+".png", 4, 3, halves(2))
	}
	hashes := map[string]bool{}
	for _, args := range []string{
		`{"path":{"train":"train","test":"test"},"masks":{"train":"train/*_mask.png","test":"test/*_mask.png"}`,
		`{"path":{"train":"beside/train","test":"beside/test"},"masks":{"train":"beside/train/*.png","test":"beside/test/*.png"}`,
		`{"path":{"train":"photos/train","test":"photos/test"},"masks":{"train":"masks/train","test":"masks/test"}`,
		`{"path":{"train":"photos/train","test":["photos/test"]},"masks":"masks/train"`,
		`{"path":{"train":"all/train*.jpg","test":"all/test*.jpg"},"masks":"all/*.png"`,
	} {
		d := load(t, ImagesName, string(must(From(dir, ImagesName, []byte(args+","+blackAndWhite+"}")))(t)))
		var ids []string
		for i := range d.Instances {
			ids = append(ids, d.Instances[i].ID)
		}
		if !slices.Equal(ids, []string{"train:a", "train:b", "test:a"}) ||
			!slices.Equal(d.Fold, []int{0, 0, 1}) || !slices.Equal(d.Parts, []string{"train", "test"}) {
			t.Errorf("%s: %q, folds %v, parts %q", args, ids, d.Fold, d.Parts)
		}
		hashes[d.Hash] = true
	}
	if len(hashes) != 1 {
		t.Errorf("%d contents, want 1", len(hashes))
	}
	list := `{"path":["photos/train","photos/test"],"masks":["masks/train","masks/test"],` + blackAndWhite
	d := load(t, ImagesName, string(must(From(dir, ImagesName, []byte(list+"}")))(t)))
	if !slices.Equal(d.Fold, []int{0, 0, 1}) || d.Parts != nil || d.Instances[2].ID != "1:a" {
		t.Errorf("a list: folds %v, parts %q, the last one is %q", d.Fold, d.Parts, d.Instances[2].ID)
	}
	check(t, os.Remove(dir+"/train/b_mask.png"))
	for args, want := range map[string]string{
		list + `,"folds":2}`: "folds: leave it out",
		`{"path":{"train":"photos/train","test":"photos/test"},"masks":["a","b","c"],` + blackAndWhite + "}":                           "masks: 3 folders, want one, or one for each of the 2 in path",
		`{"path":{"train":"train","test":"test"},"masks":{"train":"train/*_mask.png","test":"test/*_mask.png"},` + blackAndWhite + "}": "train/b.jpg has no mask: want  & train/b_mask.png",
	} {
		_, err := Load(ImagesName, must(From(dir, ImagesName, []byte(args)))(t), "")
		wantError(t, args, err, want, "data: images: ")
	}
}
