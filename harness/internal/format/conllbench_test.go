package format

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// templatesOfText are CRF++'s templates for text chunking, without two of three tags.
const templatesOfText = "U00:%x[-2,0]\nU01:%x[-1,0]\nU02:%x[0,0]\nU03:%x[1,0]\nU04:%x[2,0]\nU05:%x[-1,0]/%x[0,0]\nU06:%x[0,0]/%x[1,0]\n" +
	"U10:%x[-2,1]\nU11:%x[-1,1]\nU12:%x[0,1]\nU13:%x[1,1]\nU14:%x[2,1]\nU15:%x[-2,1]/%x[-1,1]\nU16:%x[-1,1]/%x[0,1]\nU17:%x[0,1]/%x[1,1]\nU18:%x[1,1]/%x[2,1]\nB\n"

// columnsOfText returns n sentences of 5 to 35 words with Zipf's frequencies. The number of a word
// makes its tag likely, and with the previous label its label.
func columnsOfText(n, vocabulary int) []byte {
	r := rand.New(rand.NewPCG(1, 1))
	zipf := rand.NewZipf(r, 1.3, 3, uint64(vocabulary-1))
	var b bytes.Buffer
	for range n {
		label := uint64(0)
		for range 5 + r.IntN(31) {
			word := zipf.Uint64()
			if label = (label + word) % 9; r.IntN(10) == 0 {
				label = r.Uint64N(9)
			}
			fmt.Fprintf(&b, "word%d P%d L%d\n", word, word%23, label)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func readCoNLLText(tb testing.TB, text []byte) *conllReader {
	r, err := newCoNLL(conllArgs{Templates: templatesOfText, Separator: "space"})
	if err == nil {
		err = r.read(newLines("text", bytes.NewReader(text)))
	}
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// BenchmarkCoNLL reads 10⁴ sentences with templates for 10⁵ features, and the same data as JSON
// lines.
func BenchmarkCoNLL(b *testing.B) {
	text := columnsOfText(10_000, 1500)
	c := readCoNLLText(b, text).content()
	var lines bytes.Buffer
	check(b, WriteJSONL(&lines, c))
	measure := func(name string, text []byte, read func()) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			before := cpu(b)
			for b.Loop() {
				read()
			}
			b.ReportMetric((cpu(b)-before)/float64(b.N), "cpu-s/op")
			b.ReportMetric(float64(c.NodeWidth), "features")
		})
	}
	measure("columns", text, func() { readCoNLLText(b, text).content() })
	measure("jsonl", lines.Bytes(), func() {
		must(readJSONLText(lines.Bytes()))(b)
	})
}
