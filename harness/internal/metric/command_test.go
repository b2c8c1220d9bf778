package metric_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/sp"
)

// shell returns the metric of a script, metric.sh in the folder dir.
func shell(t *testing.T, script, args string) (m metric.Metric, dir string) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("SKIPPED: no sh")
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "metric.sh"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := metric.New("command", []byte(`{"run":["sh","./metric.sh"]`+args+`}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m, dir
}

// words are test instances of one variable. The label of the last one was shown.
func words(n int) (test []sp.Instance, gold [][]int32, preds []sp.Prediction) {
	for i := range n {
		shown := sp.Unknown
		if i == n-1 {
			shown = 1
		}
		test = append(test, sp.Instance{ID: fmt.Sprintf("w%d", i+1), K: 2, Node: sp.Rows{N: 1},
			Gold: []int32{int32(shown)}})
		gold, preds = append(gold, []int32{1}), append(preds, sp.Prediction{Labels: []int32{int32(i % 2)},
			Marginal: []float64{0.25, 0.75}})
	}
	return test, gold, preds
}

func TestCommand(t *testing.T) {
	test, gold, preds := words(3)
	echo := "cat > asked\nwhile read -r line; do echo '{\"num\": 1, \"den\": 4}'; done < asked\n"
	m, dir := shell(t, echo, "")
	pairs, err := m.Command.Measure(t.Context(), dir, test, gold, preds)
	if want := "[[1 4] [1 4] [1 4]]"; err != nil || fmt.Sprint(pairs) != want {
		t.Errorf("%v, %v, want %s", pairs, err, want)
	}
	asked, err := os.ReadFile(filepath.Join(dir, "asked"))
	want := `{"id":"w1","K":2,"gold":[1],"predicted":[0],"edges":[]}
{"id":"w2","K":2,"gold":[1],"predicted":[1],"edges":[]}
{"id":"w3","K":2,"gold":[null],"predicted":[0],"edges":[]}
`
	if err != nil || string(asked) != want {
		t.Errorf("it was asked\n%swant\n%s%v", asked, want, err)
	}
	m, dir = shell(t, echo, `,"marginals":true`)
	if _, err := m.Command.Measure(t.Context(), dir, test, gold, preds); err != nil {
		t.Fatal(err)
	}
	if asked, _ := os.ReadFile(filepath.Join(dir, "asked")); !strings.Contains(string(asked),
		`"marginals":[[0.25,0.75]]`) {
		t.Errorf("it was asked\n%s", asked)
	}
	classes, dir := shell(t,
		"cat >asked\nprintf '%s\\n' '{\"num\":[1,0],\"den\":[2,0]}' '{\"num\":[1,1],\"den\":[2,4]}' '{\"num\":[0,0],\"den\":[0,0]}'\n", `,"average":"classes"`)
	pairs, err = classes.Command.Measure(t.Context(), dir, test, gold, preds)
	if err != nil || fmt.Sprint(pairs) != "[[1 2 0 0] [1 2 1 4] [0 0 0 0]]" {
		t.Fatalf("%v, %v", pairs, err)
	}
	if v := classes.Counts.Value([]float64{2, 4, 1, 4, 0, 0}); v != 0.375 {
		t.Errorf("mean over classes: %v, want (2/4 + 1/4)/2", v)
	}
	if !math.IsNaN(classes.Counts.Value([]float64{0, 0})) {
		t.Error("a mean over no class has a value")
	}
}

// Each failure of a command is one error with instance and line.
func TestCommandMistakes(t *testing.T) {
	test, gold, preds := words(3)
	good := `echo '{"num":1,"den":1}';`
	for _, c := range []struct{ script, args, want string }{
		{"cat >x; " + good + good, "",
			`it ended after line 2, without an answer for instance "w3": 2 of 3 instances have one`},
		{"cat >x; " + good + good + good + good, "", "line 4: there are 3 test instances"},
		{"cat >x; " + good + `echo '{"num":NaN,"den":1}'`, "", `line 2, instance "w2": "{\"num\":NaN`},
		{"cat >x; " + `echo '{"num":1e999,"den":1}'`, "", `line 1, instance "w1": `},
		{"cat >x; " + `echo '{"num":1}'`, "", `line 1, instance "w1": "{\"num\":1}" lacks num or den`},
		{"cat >x; " + `echo '{"num":null,"den":1}'`, "", `neither a number nor a list of numbers`},
		{"cat >x; " + `echo '{"num":[1,1],"den":[1,1]}'`, "", `which average: classes is for`},
		{"cat >x; " + good + `echo '{"num":[1,1],"den":[1,1]}'`, `,"average":"classes"`,
			`line 2, instance "w2": num has 2 numbers, those before have 1`},
		{"cat >x; " + `echo '{"num":1,"den":1,"dne":1}'`, "", `unknown field "dne"`},
		{"cat >x; echo hello", "", `line 1, instance "w1": "hello" is no answer`},
		{"read -r line; " + good + "echo no such key >&2; exit 3", "",
			"exit status 3 after 1 of 3 instances: no such key"},
		{"tr '\\0' x < /dev/zero", "", "line 1 is longer than 1048576 bytes"},
		{"exit 0", "", `without an answer for instance "w1"`},
		{good + "sleep 60 & wait", `,"seconds":0.3`,
			"not finished within 300ms, with 1 of 3 instances answered"},
	} {
		m, dir := shell(t, c.script+"\n", c.args)
		begin := time.Now()
		_, err := m.Command.Measure(context.Background(), dir, test, gold, preds)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(),
			"command sh ./metric.sh: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", c.script, err, c.want)
		}
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("%s took %v", c.script, took)
		}
	}
}

// A command is identified by the content of its files.
func TestCommandPinned(t *testing.T) {
	m, dir := shell(t, "cat >x; exit 1", "")
	files, err := m.Command.Pin(dir)
	if err != nil || !strings.Contains(string(files), `{"./metric.sh":"`) {
		t.Fatalf("%s, %v", files, err)
	}
	m.Command.Files = files
	if err := os.WriteFile(filepath.Join(dir, "metric.sh"), []byte("exit 0"), 0o666); err != nil {
		t.Fatal(err)
	}
	test, gold, preds := words(1)
	if _, err := m.Command.Measure(t.Context(), dir, test, gold, preds); err == nil ||
		!strings.Contains(err.Error(), "./metric.sh is another one than when the suite was planned") {
		t.Error(err)
	}
	for args, want := range map[string]string{`{"run":["./nowhere.py"]}`: "nowhere.py",
		`{"run":["sh","./nowhere.py"]}`:     "nowhere.py",
		`{"run":["no-such-program-there"]}`: "executable file not found"} {
		gone, err := metric.New("command", []byte(args), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gone.Command.Pin(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	for args, want := range map[string]string{`{}`: "run must be given",
		`{"run":["a"],"seconds":0}`: "seconds", `{"run":["a"],"files":[1]}`: "SHA-256"} {
		if _, err := metric.New("command", []byte(args), nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}
