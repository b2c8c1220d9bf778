package record

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/sp"

	"github.com/spbench/spbench/harness/internal/record/blob"
)

// sample returns a fit with all fields set; n distinguishes it from others.
func sample(n string) Fit {
	identity := map[string]string{"learner": "sha256:1234", "params": `{"lambda":0.01}`, "n": n}
	nan := Number(math.NaN())
	return Fit{
		Version: Version, Key: Key(identity), Identity: identity,
		Kept:  map[string]string{"build": "source:5678"},
		Suite: "quickstart", Dataset: "chains", DatasetHash: strings.Repeat("0", 64), Split: 1,
		Seed:    Seed(math.MaxUint64),
		Learner: "crf", Label: "CRF <λ & μ>\u2028",
		Params:  json.RawMessage(`{"lambda":0.01,"note":"<&>"}`),
		Outcome: Outcome{Budget, "50 passes"}, Ended: sp.EndedByBudget, Warnings: []string{"two\nlines"},
		WeightsFile: strings.Repeat("a", 64),
		Counts:      sp.Counts{MAP: 1, Marginals: 2, Clamped: 3}, Passes: 0.1,
		Checkpoints: []Checkpoint{{Passes: 1, Values: ValuesOf(map[string]Number{"objective": 0.3,
			"bound": Number(math.Inf(-1))}), Loss: nan}},
		Audit: &Audit{Kind: "hinge", Lambda: 0.01, Reported: 1. / 3, Objective: 1. / 3, Bound: nan,
			Gap: nan},
		Rows: []Row{{
			Key: strings.Repeat("b", 64), Score: strings.Repeat("d", 64), Decoder: "map", Label: "map",
			Args: json.RawMessage(`{}`), Outcome: Outcome{Kind: OK},
			Metrics: map[string]Number{"hamming": 0.25, "log-loss": nan},
			Reasons: map[string]string{"log-loss": "the decoder has no marginals"},
			Instances: map[string]Statistics{"hamming": {Num: Numbers{1, 0, 2.5, math.NaN(), 5e-324},
				Den: Numbers{4, 4, 4, 0, 1e300}}},
		}},
		Times: Times{
			Fit: Clock{1.5, 1.4}, Checkpoints: []Clock{{0.5, nan}}, Rows: []Clock{{0.1, 0.1}},
			Concurrent: true, Machine: "m",
			Appended: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC),
		},
	}
}

// TestLineOfEarlierBuild: lines of earlier builds have the seconds of emitting.
func TestLineOfEarlierBuild(t *testing.T) {
	line := must(Encode(sample("1")))(t)
	object, _, err := unsummed([]byte(strings.TrimSpace(string(line))))
	need(t, err)
	earlier := strings.Replace(string(object), `"times":{`, `"times":{"emit":0.25,`, 1)
	f, err := Decode(summed([]byte(earlier)))
	if err != nil || f.Times.Emit != 0.25 {
		t.Errorf("%v seconds, %v", f.Times.Emit, err)
	}
}

func TestLineRoundTrip(t *testing.T) {
	f := sample("1")
	line := must(Encode(f))(t)
	if n := strings.Count(string(line), "\n"); n != 1 || line[len(line)-1] != '\n' {
		t.Fatalf("%d line ends in %s", n, line)
	}
	got := must(Decode(line))(t)
	again, err := Encode(got)
	if err != nil || string(again) != string(line) {
		t.Errorf("%s became %s (%v)", line, again, err)
	}
	if Differences(f, got) != nil {
		t.Error("a fit differs from what is read back")
	}
	if string(got.Params) != string(f.Params) || got.Seed != f.Seed || got.Label != f.Label {
		t.Errorf("got %s, seed %s, label %q", got.Params, got.Seed, got.Label)
	}
	num, want := got.Rows[0].Instances["hamming"].Num, f.Rows[0].Instances["hamming"].Num
	for i := range want {
		if math.Float64bits(num[i]) != math.Float64bits(want[i]) && !math.IsNaN(want[i]) {
			t.Errorf("statistic %d: %v became %v", i, want[i], num[i])
		}
	}
	if !math.IsNaN(float64(got.Checkpoints[0].Values[0].Number)) ||
		!math.IsNaN(float64(got.Checkpoints[0].Loss)) {
		t.Error("numbers that are not finite do not come back as NaN")
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := string(unsealed(t, sample("1")))
	replace := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the line has no %s", old)
		}
		return strings.Replace(good, old, with, 1)
	}
	for _, test := range []struct{ name, line, want string }{
		{"empty", "", "unexpected end of JSON input"},
		{"torn", good[:strings.Index(good, `"rows"`)], "unexpected end of JSON input"},
		{"two", good + good, "something follows the JSON object"},
		{"version", replace(`"version":2`, `"version":1`), "record format 1, this program reads 2"},
		{"unknown field", replace(`"seed":`, `"sead":`), `unknown field "sead"`},
		{"identity", replace(`sha256:1234`, `sha256:1235`), "is not the hash of the identity"},
		{"outcome", replace(`"kind":"budget"`, `"kind":"fine"`), `unknown outcome "fine"`},
		{"good end of a fit that the budget cut short", replace(`"kind":"budget"`, `"kind":"ok"`),
			`outcome "ok" of a fit that ended by "budget"`},
		{"budget that did not end the fit", replace(`"ended":"budget"`, `"ended":"converged"`),
			`outcome "budget" of a fit that ended by "converged"`},
		{"no end", replace(`"ended":"budget",`, ``), `outcome "budget" of a fit that ended by ""`},
		{"row of no archive", replace(`"key":"`+strings.Repeat("b", 64), `"unshipped_file":"`+
			strings.Repeat("a", 64)+`","key":"`+strings.Repeat("b", 64)),
			"row 0: unshipped_file, but the fit does not come from shipped results"},
		{"params", replace(`{"lambda":0.01,"note":"<&>"}`, `3`), "are no JSON object"},
		{"params file", replace(strings.Repeat("a", 64), "../../etc/passwd"), `weights file "../../etc/passwd" is no SHA-256`},
		{"row", replace(`"kind":"ok"`, `"kind":""`), `row 0: unknown outcome ""`},
		{"row key", replace(strings.Repeat("b", 64), strings.Repeat("B", 64)), "row 0: key"},
		{"statistics", replace(`"den":[4,`, `"den":[`), "row 0: hamming: 5 numerators, 4 denominators"},
		{"times of rows", replace(`"rows":[{"wall":0.1,"cpu":0.1}]`, `"rows":[]`),
			"1 rows, 0 times of rows"},
		{"number", replace(`"passes":0.1`, `"passes":"many"`), "want a number or null"},
		{"numbers", replace(`"num":[1,`, `"num":[true,`), "want a number or null"},
	} {
		_, err := Decode([]byte(test.line))
		if err == nil || !strings.HasPrefix(err.Error(), "record: decode: ") ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v does not say %q", test.name, err, test.want)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	f := sample("1")
	f.Times.Rows = nil
	if _, err := Encode(f); err == nil || err.Error() != "record: encode: 1 rows, 0 times of rows" {
		t.Errorf("a fit without the times of its rows: %v", err)
	}
	f = sample("\xff")
	if _, err := Encode(f); err == nil || err.Error() != `record: encode: identity "n" is not UTF-8` {
		t.Errorf("an identity that JSON cannot hold: %v", err)
	}
}

func TestKeySeparatesNamesFromValues(t *testing.T) {
	keys := map[string]bool{}
	for _, parts := range []map[string]string{
		nil, {"": ""}, {"a": "bc"}, {"ab": "c"}, {"abc": ""}, {"a": "b", "c": ""}, {"a": "", "b": "c"},
		{"a": "", "bc": ""},
	} {
		k := Key(parts)
		if keys[k] || !blob.IsHash(k) {
			t.Errorf("%v has the key %s of another", parts, k)
		}
		keys[k] = true
	}
	// Frozen: a key that changes invalidates every run on disk. By hand:
	// printf '\1\0\0\0\0\0\0\0a\2\0\0\0\0\0\0\0bc' | sha256sum
	if got, want := Key(map[string]string{"a": "bc"}),
		"9a8acca1b6c6c0befd3fbc756aed625da998c998f7252e738c4ef061906b9b21"; got != want {
		t.Errorf("key %s, want %s", got, want)
	}
}

func FuzzDecode(f *testing.F) {
	line := must(Encode(sample("1")))(f)
	f.Add(line)
	f.Add([]byte(`{"version":2,"key":"` + Key(nil) +
		`","outcome":{"kind":"ok"},"params":{},"rows":[]}`))
	f.Add([]byte(`{"version":2,"key":"` + Key(nil) +
		`","outcome":{"kind":"ok"},"params":{},"passes":[1,null , 2e5]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		fit, err := Decode(line)
		if err != nil {
			return
		}
		text, err := Encode(fit)
		if err != nil {
			t.Fatalf("a fit that was read cannot be written: %v", err)
		}
		again, err := Decode(text)
		if err != nil || Differences(fit, again) != nil {
			t.Fatalf("%s became %s: %v", line, text, err)
		}
	})
}

func FuzzNumbers(f *testing.F) {
	f.Add([]byte(`[1,null , -2.5e-7]`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var v Numbers
		var plain []*float64
		bad := json.Unmarshal(text, &v) != nil
		if bad != (json.Unmarshal(text, &plain) != nil) {
			t.Fatalf("%s: bad is %v, which encoding/json denies", text, bad)
		}
		if bad {
			return
		}
		if len(v) != len(plain) {
			t.Fatalf("%s: %d numbers, want %d", text, len(v), len(plain))
		}
		for i, p := range plain {
			if p == nil && !math.IsNaN(v[i]) || p != nil && *p != v[i] {
				t.Fatalf("%s: entry %d is %v", text, i, v[i])
			}
		}
	})
}
