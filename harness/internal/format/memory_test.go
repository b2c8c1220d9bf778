package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/sp"
)

// While reading, a reader uses at most twice the memory of the instances.
func TestMemory(t *testing.T) {
	longtest.Skip(t)
	const stopped = "gcstoptheworld=1" // otherwise allocations during a collection count as live
	if os.Getenv("GODEBUG") != stopped {
		cmd := exec.Command(os.Args[0], "-test.run=^TestMemory$", "-test.v")
		cmd.Env = append(os.Environ(), "GODEBUG="+stopped)
		out, err := cmd.CombinedOutput()
		t.Logf("%s", out)
		if err != nil {
			t.Error(err)
		}
		return
	}
	sparse, dense := words(3000, true), words(300, false)
	templates := must(json.Marshal(map[string]string{"templates": templatesOfText}))(t)
	c := must(readJSONLText(sparse))(t)
	suite := linesOf(c)
	for _, f := range []struct{ path, args string }{
		{written(t, "dense.jsonl", string(dense)), ""},
		{written(t, "sparse.jsonl", string(sparse)), ""},
		{written(t, "a.crfsuite", suite), ""},
		{written(t, "a.conll", string(columnsOfText(2000, 1500))), string(templates)},
		{written(t, "dense.npz",
			string(zipped("labels", npy("<i8 (): 2"), "offsets",
				npy("<i8 (3,): 0 9000 20000"),
				"chain", npy("|b1 (): 1"), "nodes",
				npy("<f8 (20000,50): 0*1000000")))), ""},
	} {
		peak, finished := held(t, f.path, f.args)
		t.Logf("%s: %.1f MB while reading, %.1f MB finished: %.2f", f.path, peak/1e6, finished/1e6,
			peak/finished)
		if peak > 2*finished || finished < 1e6 {
			t.Errorf("%s: %.1f MB while reading, %.1f MB finished", f.path, peak/1e6, finished/1e6)
		}
	}
}

// held returns the largest number of live bytes while reading a file, measured by frequent
// collections, and that of its content.
func held(t *testing.T, path, args string) (peak, finished float64) {
	live := func() float64 {
		s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(s)
		return float64(s[0].Value.Uint64())
	}
	runtime.GC()
	before := live()
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	var most atomic.Uint64 // bits of a float64
	var sample func(*[1]*int)
	sample = func(again *[1]*int) { // a finalizer, called after each collection
		most.Store(math.Float64bits(max(math.Float64frombits(most.Load()), live())))
		runtime.SetFinalizer(again, sample)
	}
	runtime.SetFinalizer(new([1]*int), sample)
	c := must(Read([]string{path}, "", []byte(args)))(t)
	peak = math.Float64frombits(most.Load()) - before
	runtime.GC()
	finished = live() - before
	runtime.KeepAlive(c)
	return max(peak, finished), finished
}

// linesOf writes sparse chains for CRFsuite.
func linesOf(c *Content) string {
	var s bytes.Buffer
	for i := range c.Instances {
		x := &c.Instances[i]
		for d := range x.N() {
			fmt.Fprintf(&s, "L%d", x.Gold[d])
			for _, j := range indexOf(x, d) {
				fmt.Fprintf(&s, "\tf%d", j)
			}
			s.WriteByte('\n')
		}
		s.WriteByte('\n')
	}
	return s.String()
}

func indexOf(x *sp.Instance, d int) []int32 {
	index, _ := x.Node.Row(d)
	return index
}

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
