package param_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/param"
)

// words has arguments of the types used by datasets, besides those of learners.
type words struct {
	Words  int         `json:"words" range:"[1,1000]" help:"number of words"`
	Noise  float64     `json:"noise" range:"[0,0.5]"`
	Pixels [2]int      `json:"pixels" help:"rows, columns"`
	Kinds  []string    `json:"kinds"`
	Seed   uint64      `json:"seed"`
	Costs  [][]float64 `json:"costs"`
	hidden bool        // not exported: no parameter
}

func defaults() *words {
	return &words{Words: 800, Pixels: [2]int{16, 8}, Kinds: []string{"a"}, Seed: 1, hidden: true}
}

func TestLists(t *testing.T) {
	got := defaults()
	args := `{"pixels":[4,5],"kinds":["b","c"],"seed":18446744073709551615,"words":1e2,
		"costs":[[0,1.5],[2,0]]}`
	if err := param.Decode(got, []byte(args)); err != nil {
		t.Fatal(err)
	}
	if want := (words{Words: 100, Pixels: [2]int{4, 5}, Kinds: []string{"b", "c"}, Seed: 1<<64 - 1,
		Costs: [][]float64{{0, 1.5}, {2, 0}}, hidden: true}); !reflect.DeepEqual(*got, want) {
		t.Errorf("%+v, want %+v", *got, want)
	}
	for args, want := range map[string]string{
		`{"pixels":3}`:          `parameter "pixels": want a list of 2 integers, got 3`,
		`{"pixels":[1,null]}`:   `parameter "pixels": want a list of 2 integers, got [1,null]`,
		`{"pixels":[1]}`:        `parameter "pixels": want a list of 2 integers, got [1]`,
		`{"pixels":[1,2,3]}`:    `parameter "pixels": want a list of 2 integers, got [1,2,3]`,
		`{"kinds":null}`:        `parameter "kinds": want a list of strings, got null`,
		`{"costs":[[0,null]]}`:  `parameter "costs": want a list of lists, got [[0,null]]`,
		`{"costs":[null]}`:      `parameter "costs": want a list of lists, got [null]`,
		`{"kinds":[1]}`:         `parameter "kinds": want a list of strings, got [1]`,
		`{"seed":-1}`:           `parameter "seed": want an integer, got -1`,
		`{"noise":0.6}`:         `parameter "noise": 0.6 is outside [0,0.5]`,
		`{"word":3}`:            `unknown parameter "word": did you mean "words"?`,
		`{"hidden":true}`:       `unknown parameter "hidden"`,
		`{"words":1} {}`:        "something follows",
		`{"words":1,"words":2}`: `parameter "words" is set twice`,
	} {
		if err := param.Decode(defaults(), []byte(args)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}

// TestEmbedded: the fields of an embedded struct are parameters in its place.
func TestEmbedded(t *testing.T) {
	type more struct {
		First int `json:"first"`
		words
		Last int `json:"last" when:"seed=1,2"`
	}
	m := more{words: *defaults()}
	var names []string
	for _, p := range param.Of(&m) {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "first words noise pixels kinds seed costs last" {
		t.Errorf("parameters %s", got)
	}
	if err := param.Decode(&m, []byte(`{"words":7,"last":2}`)); err != nil || m.Words != 7 ||
		m.Last != 2 {
		t.Errorf("%+v, %v", m, err)
	}
	if err := param.Decode(&m, []byte(`{"noise":0.6}`)); err == nil {
		t.Error("the range of an embedded field does not count")
	}
}

// TestDefaultListIsNotWritten: setting a list does not change a shared default.
func TestDefaultListIsNotWritten(t *testing.T) {
	shared := []string{"a", "b"}
	first, second := words{Words: 1, Kinds: shared}, words{Words: 1, Kinds: shared}
	if err := param.Decode(&first, []byte(`{"kinds":["x"]}`)); err != nil {
		t.Fatal(err)
	}
	if shared[0] != "a" || second.Kinds[0] != "a" {
		t.Errorf("the default is %q after a decode of another value", shared)
	}
}

// TestAnyValue: a parameter of any type gets its JSON unchanged.
func TestAnyValue(t *testing.T) {
	for _, text := range []string{`"hamming"`, `{"cost":{"mean":true}}`, `[1,null]`, `null`, `3`} {
		var to struct {
			Loss json.RawMessage `json:"loss"`
		}
		if err := param.Decode(&to, []byte(`{"loss":`+text+`}`)); err != nil || string(to.Loss) != text {
			t.Errorf("%s: got %s, %v", text, to.Loss, err)
		}
	}
}

func TestAdmits(t *testing.T) {
	p := param.Parameter{Type: "integer", Range: "[1,5)"}
	for v, want := range map[float64]bool{1: true, 4: true, 5: false, 2.5: false, 0: false} {
		if p.Admits(v) != want {
			t.Errorf("%v is admitted: %v", v, !want)
		}
	}
}

func ExampleOf() {
	for _, p := range param.Of(defaults()) {
		text, _ := json.Marshal(p)
		fmt.Println(string(text))
	}
	// Output:
	// {"name":"words","type":"integer","default":800,"help":"number of words","range":"[1,1000]"}
	// {"name":"noise","type":"number","default":0,"range":"[0,0.5]"}
	// {"name":"pixels","type":"list","default":[16,8],"help":"rows, columns"}
	// {"name":"kinds","type":"list","default":["a"]}
	// {"name":"seed","type":"integer","default":1}
	// {"name":"costs","type":"list","default":[]}
}

// A whole number may be written as a decimal up to 2^53, where all of them are doubles.
func TestWholeNumbers(t *testing.T) {
	for text, want := range map[string]int{"1e3": 1000, "2.0": 2, "-4e0": -4, "9007199254740991.0": 1<<53 - 1,
		"9007199254740992.0": 0, "1e17": 0, "1e300": 0, "1.5": 0, "100000000000000001": 100000000000000001} {
		var p struct {
			N int `json:"n" help:"a number"`
		}
		err := param.Decode(&p, []byte(`{"n":`+text+`}`))
		if p.N != want || (err != nil) != (want == 0) {
			t.Errorf("%s: %d, %v, want %d", text, p.N, err, want)
		}
	}
}
