package data

import "testing"

// The features are sparse, reach over the whole width, and most are rare.
func TestTaggingFeatures(t *testing.T) {
	for _, args := range []string{`{}`, `{"sentences":300,"features":1000,"labels":40}`} {
		d := load(t, "tagging", args)
		count := make([]int, d.NodeWidth)
		words, ones := 0, 0
		tags := make([]int, d.K)
		for i := range d.Instances {
			x := &d.Instances[i]
			if n := x.N(); n < 5 || n > 35 {
				t.Fatalf("%s: a sentence of %d words", args, n)
			}
			words, ones = words+x.N(), ones+len(x.Node.Index)
			for _, j := range x.Node.Index {
				count[j]++
			}
			for _, k := range x.Gold {
				tags[k]++
			}
		}
		if per := float64(ones) / float64(words); per < 10 || per > 13 {
			t.Errorf("%s: %.1f features per word", args, per)
		}
		if count[0] != words {
			t.Errorf("%s: the bias occurs %d times for %d words", args, count[0], words)
		}
		rare, high := 0, 0
		for j, c := range count {
			if c > 0 && c < 5 {
				rare++
			}
			if c > 0 {
				high = j
			}
		}
		if d.NodeWidth == 100000 && rare < 20000 || high < d.NodeWidth*95/100 {
			t.Errorf("%s: %d rare features, the last one is %d", args, rare, high)
		}
		for k, c := range tags {
			if c == 0 {
				t.Errorf("%s: tag %d never occurs", args, k)
			}
		}
	}
}

func TestTaggingArguments(t *testing.T) {
	refused(t, "tagging", map[string]string{
		`{"sentences":0}`:  `"sentences": 0 is outside`,
		`{"features":999}`: `"features": 999 is outside`,
		`{"labels":1}`:     `"labels": 1 is outside`,
		`{"ambiguity":-1}`: `"ambiguity": -1 is outside`,
		`{"sentence":3}`:   `"sentence"`,
	})
}
