package data

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/testkit"
	"github.com/spbench/spbench/harness/sp"
)

// wantError expects an error that contains all parts. " & " separates several parts in one string.
func wantError(t *testing.T, what string, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", what)
		return
	}
	for _, part := range strings.Split(strings.Join(parts, " & "), " & ") {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: error %q lacks %q", what, err, part)
		}
	}
}

func TestNames(t *testing.T) {
	last := ""
	for _, e := range Names() {
		if e.Name <= last || e.Doc == "" || e.Licence == "" {
			t.Errorf("entry %+v is out of order or incomplete", e)
		}
		if (e.URL == "") != (len(e.Files) == 0) {
			t.Errorf("%s: an address and files belong together", e.Name)
		}
		for _, p := range e.Params {
			if p.Help == "" {
				t.Errorf("%s: %q is not documented", e.Name, p.Name)
			}
		}
		last = e.Name
	}
	_, err := Load("nonsense", nil, "")
	wantError(t, "nonsense", err, `no dataset is called "nonsense"`,
		"alibi, blobs, chains, denoising, digit_rows, file, grabcut, horses, images, mnist, models, "+
			"ocr, paths, silhouettes, stanford, subsets, ud_english_ewt, wnut17")
}

// whole returns a dataset that uses every field of an instance.
func whole() *Dataset {
	return &Dataset{
		K: 2, NodeWidth: 2, EdgeWidth: 1, Labels: []string{"a", "b"}, Fold: []int{0},
		Instances: []sp.Instance{{
			ID: "a", Weight: 1, K: 2,
			Node: sp.Rows{N: 4, D: 2, Start: []int32{0, 1, 1, 2, 3}, Index: []int32{0, 1, 1},
				Value: []float32{1, 2, 3}},
			Edges:   []sp.Edge{{U: 0, V: 1}},
			Edge:    sp.Rows{N: 1, D: 1, Dense: []float32{4}},
			Gold:    []int32{0, 1, 0, sp.Unknown},
			Allowed: [][]int32{nil, nil, nil, {1}},
			Size:    []float64{1, 1, 1, 2},
			Shape:   [2]int{2, 2},
		}},
	}
}

// Everything that can change a result changes the hash.
func TestHashCoversEverything(t *testing.T) {
	check(t, whole().check())
	seen := map[string]string{whole().contentHash(): "unchanged"}
	for name, bend := range map[string]func(d *Dataset, x *sp.Instance){
		"id":         func(_ *Dataset, x *sp.Instance) { x.ID = "b" },
		"weight":     func(_ *Dataset, x *sp.Instance) { x.Weight = 2 },
		"labels":     func(d *Dataset, x *sp.Instance) { d.K, x.K = 3, 3 },
		"column":     func(_ *Dataset, x *sp.Instance) { x.Node.Index[0] = 1 },
		"row":        func(_ *Dataset, x *sp.Instance) { x.Node.Start[1] = 0 },
		"value":      func(_ *Dataset, x *sp.Instance) { x.Node.Value[0] = 7 },
		"ones":       func(_ *Dataset, x *sp.Instance) { x.Node.Value = nil },
		"edge":       func(_ *Dataset, x *sp.Instance) { x.Edges[0].V = 2 },
		"edge value": func(_ *Dataset, x *sp.Instance) { x.Edge.Dense[0] = 5 },
		"gold":       func(_ *Dataset, x *sp.Instance) { x.Gold[3] = 1 },
		"allowed":    func(_ *Dataset, x *sp.Instance) { x.Allowed[3] = []int32{0} },
		"mixed":      func(_ *Dataset, x *sp.Instance) { x.Mixed = make([]float64, 8) },
		"costs":      func(_ *Dataset, x *sp.Instance) { x.Costs = make([]float64, 8) },
		"size":       func(_ *Dataset, x *sp.Instance) { x.Size[0] = 3 },
		"shape":      func(_ *Dataset, x *sp.Instance) { x.Shape = [2]int{4, 1} },
		"fold":       func(d *Dataset, _ *sp.Instance) { d.Fold[0] = 1 },
		"no fold":    func(d *Dataset, _ *sp.Instance) { d.Fold = nil },
		"width":      func(d *Dataset, x *sp.Instance) { d.NodeWidth, x.Node.D = 3, 3 },
		"box": func(d *Dataset, _ *sp.Instance) {
			d.Outside = [][]bool{{true, false, false, false}}
		},
		"another box": func(d *Dataset, _ *sp.Instance) {
			d.Outside = [][]bool{{true, false, true, false}}
		},
		"min count":   func(d *Dataset, _ *sp.Instance) { d.MinCount = 2 },
		"standardise": func(d *Dataset, _ *sp.Instance) { d.Standardise = true },
		"label names": func(d *Dataset, _ *sp.Instance) { d.Labels = []string{"a", "c"} },
		"order": func(d *Dataset, x *sp.Instance) {
			d.Instances = append(d.Instances, *x)
			d.Instances[0].ID, d.Instances[1].ID = "b", "a"
		},
		"another": func(d *Dataset, x *sp.Instance) {
			d.Instances = append(d.Instances, *x)
			d.Instances[1].ID = "b"
		},
	} {
		d := whole()
		bend(d, &d.Instances[0])
		h := d.contentHash()
		if other, ok := seen[h]; ok {
			t.Errorf("the hash cannot tell %s from %s", name, other)
		}
		seen[h] = name
	}
}

func TestCheckFindsForeignInstances(t *testing.T) {
	d := whole()
	d.Instances = append(d.Instances, d.Instances[0])
	wantError(t, "same ID", d.check(), `two instances have the ID "a"`)
	d = whole()
	d.NodeWidth = 5
	wantError(t, "width", d.check(),
		`instance "a" has 2 labels and widths 2, 1, the dataset has 2 and 5, 1`)
	d = whole()
	d.Instances[0].Gold[0] = 9
	wantError(t, "label", d.check(), "gold label 9")
}

var check = testkit.Need

// must is testkit.Must.
func must[T any](v T, err error) func(testing.TB) T { return testkit.Must(v, err) }

// Contents are pinned. If a hash changes, results are no longer comparable with those of earlier
// versions. A smaller dataset is the beginning of a larger one.
func TestGeneratedContentsArePinned(t *testing.T) {
	for _, c := range []struct{ name, args, hash string }{
		{"chains", "", "22c1cd4257ab111c19bf258c5101cbfd75a6df8d5ddc6d12b6481ee0fa33d859"},
		{"chains", `{"words":20,"noise":0.2,"shift":2,"seed":3}`, "289b6754ba9cda74441b2f032bdeae92f2708335342a8d3ac2f64d4918efbe7e"},
		{"blobs", "", "c7430ef281d4c8d8f1d9a03c387bbb61f2ca69849dead896fd8ea50fdcb0a9d2"},
		{"blobs", `{"images":20,"labels":3,"coupling":0.9,"diagonal":0.2}`, "799d3b90273c24da4dfe1ba98157fe66846bb32bd4f387263503c878481af16a"},
		{"blobs", `{"images":20,"rows":7,"columns":12,"labels":4,"noise":0.7,"contrast":true,"seed":3}`,
			"ca3b5703fa729a8355a9720656529e6df3e2e93efe011447a622235629dd8382"},
		{"blobs", `{"images":30,"rows":9,"columns":13,"radius":6}`, "39caf4ae838443d5aa47d23d8a3b5778ecbb3908067bc1b30f6aec2824469182"}, // some without an object
		{"blobs", `{"images":3,"rows":1,"columns":5}`, "d2f5b20da36ccb955b6513039cf5dac823d40d06cadce587113af87055c9faa4"},
		{"blobs", `{"images":3,"rows":4,"columns":1,"labels":3,"contrast":true,"radius":0}`, "88bfbca80f1644b650cece541a1ce646bcc268d1db1c7260988a2628acd10941"},
		{"denoising", "", "bbe49fa7b68eae9bb9df79a8ad0a1cef4da487aebb8752b3b68616f408adcf40"},
		{"denoising", `{"noise":"bimodal"}`,
			"091c8423f59d7e6ee64f3dfa172bbd082d13757217445c57e13a5ade8e15df39"},
		{"denoising", `{"side":40,"seed":7}`,
			"a0c449a6f0956d9cc09b39666b9e8bbbc6579db996dffab03477efc5624c7c0b"},
		{"denoising", `{"versions":5,"sigma":0.7}`, "85e84709c8fc4287666bdd98563382570c997455c6d766547879c92becb9ada5"},
		{"paths", `{"instances":20,"degree":4,"noise":0.5,"width":5,"rows":5,"columns":5}`,
			"9d3d74e08978708e1e0738ef8a91e237139c3a1bd1240edb2299c7f387056c29"},
		{"subsets", `{"instances":20,"degree":6,"noise":0.5}`,
			"f71cbf0cfaaa68a9bc6e95b94124d9db508a906da0b031c5e84d7169d520a6eb"},
		{"models", "", "fa5d0e185894ae3423f58b7e35667b5a2ccb486779075d7b95ef31477eef59e8"},
		{"models", `{"pairs":"mixed","labels":3,"models":4}`,
			"65c90c051e5b917e97f28a24a4f5fb3ca40c741b2c38cf7d24ecaba178cac46b"},
		{"models", `{"field":0.5,"coupling":1.5,"labels":3,"models":4}`, "b0c4520729b77b927223b33bbeeab9f0dca95f04c718524c12cb9dd5c023ab21"},
	} {
		if d := load(t, c.name, c.args); d.Hash != c.hash {
			t.Errorf("%s %s: content %s, want %s", c.name, c.args, d.Hash, c.hash)
		}
	}
	for _, c := range []struct {
		name, args string
		n          int
	}{{"chains", `{"words":7}`, 7}, {"blobs", `{"images":7}`, 7},
		{"denoising", `{"versions":7}`, 28}, {"models", `{"models":7}`, 7}} {
		d := load(t, c.name, "")
		d.Instances, d.Fold = d.Instances[:c.n], d.Fold[:c.n]
		if d.Outside != nil {
			d.Outside = d.Outside[:c.n]
		}
		if d.contentHash() != load(t, c.name, c.args).Hash {
			t.Errorf("%s: a smaller dataset is not the beginning of a larger one", c.name)
		}
	}
}

// TestArguments: arguments of generated datasets are checked.
func TestArguments(t *testing.T) {
	for name, mistakes := range map[string]map[string]string{
		"chains": {
			`{"words":0}`:   `"words": 0 is outside`,
			`{"word":3}`:    `"word"`,
			`{"words":"x"}`: `want an integer, got "x"`,
			`{} {}`:         "something follows",
		},
		"blobs":  {`{"columns":1001}`: `"columns": 1001 is outside [1,1000]`, `{"contrast":"no"}`: "want a boolean"},
		"models": {`{"pairs":"none"}`: "attractive"},
		"denoising": {
			`{"noise":"salt"}`:                `"salt"`,
			`{"noise":"bimodal","sigma":0.2}`: `"sigma" has a meaning only when noise=unimodal`,
		},
	} {
		refused(t, name, mistakes)
	}
}

// refused expects an error of the dataset for each of the arguments, with the words in the map.
func refused(t *testing.T, name string, mistakes map[string]string) {
	t.Helper()
	for args, want := range mistakes {
		_, err := Load(name, []byte(args), "")
		wantError(t, args, err, want, "data: "+name+": ")
	}
}

// published skips a test of published data if there are none.
func published(t testing.TB) {
	t.Helper()
	if os.Getenv("SPBENCH_DATA") == "" {
		t.Skip("SKIPPED: SPBENCH_DATA is not set: no published data are tested")
	}
}

// ownCache gives the test the cache in dir.
func ownCache(t *testing.T, dir string) {
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("HOME", dir)
}

// TestFieldOfEqualWeights: where labels have equal weights, each is drawn as often. Pixels that repel
// each other strongly leave a row of three in one of two patterns.
func TestFieldOfEqualWeights(t *testing.T) {
	a, ones := blobsArgs{Rows: 1, Columns: 3, Labels: 2, Coupling: -11}, 0
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		ones += int(a.field(r)[1])
	}
	if ones < 430 || ones > 570 {
		t.Errorf("the middle has label 1 %d times of 1000", ones)
	}
}
