package param_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/param"
)

// tunable has a parameter of every type and tag.
type tunable struct {
	Lambda    float64 `json:"lambda" help:"strength of the regulariser" range:"(0,inf)"`
	Objective string  `json:"objective" enum:"joint,marginal"`
	Batch     int     `json:"batch" range:"[1,1000]"`
	Draws     int     `json:"draws" when:"objective=marginal"`
	Average   bool    `json:"average"`
	Power     float64 `json:"power" when:"average=true"`
	Momentum  float64
	Note      string    `json:"note"`
	Cache     []float64 `json:"-"`
}

func tuned() *tunable {
	return &tunable{Lambda: 0.01, Objective: "joint", Batch: 1, Draws: 10}
}

func TestDecode(t *testing.T) {
	for params, want := range map[string]tunable{
		"":   *tuned(),
		"{}": *tuned(),
		`{"lambda":1,"batch":1e2,"momentum":-3}`: {Lambda: 1, Objective: "joint", Batch: 100,
			Draws: 10, Momentum: -3},
		`{"draws":5,"objective":"marginal"}`: {Lambda: 0.01, Objective: "marginal", Batch: 1,
			Draws: 5},
		`{"average":true,"power":2,"note":"é"}`: {Lambda: 0.01, Objective: "joint", Batch: 1,
			Draws: 10, Average: true, Power: 2, Note: "é"},
	} {
		l := tuned()
		if err := param.Decode(l, []byte(params)); err != nil ||
			fmt.Sprint(*l) != fmt.Sprint(want) {
			t.Errorf("%s: %+v, %v; want %+v", params, *l, err, want)
		}
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	for params, want := range map[string]string{
		`{"lamda":1}`:                        `unknown parameter "lamda": did you mean "lambda"?`,
		`{"x":1}`:                            `unknown parameter "x": there are lambda, objective, batch, draws, average, power, momentum, note`,
		`{"cache":[1]}`:                      `unknown parameter "cache"`,
		`{"Lambda":1}`:                       `unknown parameter "Lambda": did you mean "lambda"?`,
		`{"lambda":0}`:                       `parameter "lambda": 0 is outside (0,inf)`,
		`{"lambda":1e999}`:                   `parameter "lambda": want a number, got 1e999`,
		`{"lambda":"1"}`:                     `parameter "lambda": want a number, got "1"`,
		`{"lambda":null}`:                    `parameter "lambda": want a number, got null`,
		`{"lambda":[1,2]}`:                   `want a number, got [1,2]`,
		`{"batch":1.5}`:                      `parameter "batch": want an integer, got 1.5`,
		`{"batch":1001}`:                     `1001 is outside [1,1000]`,
		`{"batch":99999999999999999999}`:     `want an integer`,
		`{"objective":"join"}`:               `"join" is none of joint, marginal`,
		`{"objective":1}`:                    `want a string, got 1`,
		`{"average":"yes"}`:                  `want a boolean, got "yes"`,
		`{"draws":5}`:                        `parameter "draws" has a meaning only when objective=marginal, but objective is joint`,
		`{"power":5}`:                        `only when average=true, but average is false`,
		`[1]`:                                `want a JSON object, got "[1]"`,
		`{"lambda":1`:                        `not JSON`,
		`{"lambda"}`:                         `not JSON`,
		`null`:                               `want a JSON object`,
		`{"objective":"marginal","draws":x}`: `draws: not JSON`,
	} {
		err := param.Decode(tuned(), []byte(params))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", params, err, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"lambda":1,"objective":"marginal","draws":3,"average":true}`))
	f.Add([]byte(`{"batch":1e2}`))
	f.Fuzz(func(t *testing.T, params []byte) {
		l := tuned()
		if param.Decode(l, params) == nil && !(l.Lambda > 0 && l.Batch >= 1 && l.Batch <= 1000) {
			t.Fatalf("%q gave %+v", params, *l)
		}
	})
}

func TestMistakesInTagsPanic(t *testing.T) {
	for want, to := range map[string]any{
		`is a float32`: &struct {
			Rate float32 `json:"rate"`
		}{},
		`has range "0..1"`: &struct {
			Rate float64 `json:"rate" range:"0..1"`
		}{},
		`its default 0 is outside (0,1]`: &struct {
			Rate float64 `json:"rate" range:"(0,1]"`
		}{},
		`"solver=cut" names no other`: &struct {
			Rate float64 `json:"rate" when:"solver=cut"`
		}{},
		`solver is one of cut, lp`: &struct {
			Solver string  `json:"solver" enum:"cut,lp"`
			Rate   float64 `json:"rate" when:"solver=kut"`
		}{Solver: "cut"},
		`two fields of this name`: &struct {
			Rate float64
			Step float64 `json:"rate"`
		}{},
	} {
		func() {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), want) {
					t.Errorf("panic %v does not say %q", v, want)
				}
			}()
			_ = param.Decode(to, nil) // never returns
		}()
	}
}
