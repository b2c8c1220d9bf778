package record

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"sync"
)

// Values are named numbers, sorted by name; as JSON an object. There are very many of them, and a
// map would take ten times the memory.
type Values []Value

// A Value is a number with its name.
type Value struct {
	Name   string
	Number Number
}

// ValuesOf returns the values of a map.
func ValuesOf(m map[string]Number) Values {
	list := make(Values, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		list = append(list, Value{shared(name), m[name]})
	}
	return list
}

// Get returns the number with a name.
func (v Values) Get(name string) (Number, bool) {
	for i := range v {
		if v[i].Name == name {
			return v[i].Number, true
		}
	}
	return 0, false
}

// MarshalJSON writes an object.
func (v Values) MarshalJSON() ([]byte, error) {
	m := make(map[string]Number, len(v))
	for _, value := range v {
		m[value.Name] = value.Number
	}
	return json.Marshal(m)
}

// UnmarshalJSON reads an object. This is most of the time to load a run.
func (v *Values) UnmarshalJSON(text []byte) error {
	list := make(Values, 0, 1+bytes.Count(text, []byte(",")))
	for rest := text; text[0] == '{' && !bytes.ContainsRune(text, '\\'); {
		_, after, more := bytes.Cut(rest, []byte(`"`))
		if !more {
			*v = list
			return nil
		}
		name, after, _ := bytes.Cut(after, []byte(`"`))
		_, after, _ = bytes.Cut(after, []byte(":"))
		number := after
		if number, rest, more = bytes.Cut(after, []byte(",")); !more {
			number, rest, _ = bytes.Cut(after, []byte("}"))
		}
		f, err := parseNumber(bytes.TrimSpace(number))
		if err != nil {
			return err
		}
		list = append(list, Value{shared(string(name)), Number(f)})
	}
	var m map[string]Number
	err := json.Unmarshal(text, &m)
	*v = ValuesOf(m)
	return err
}

// texts are the strings that shared has returned.
var texts sync.Map

// shared returns a string equal to s, always the same for equal ones, so that the fits of a run hold
// it once.
func shared(s string) string {
	old, ok := texts.Load(s)
	if !ok {
		old, _ = texts.LoadOrStore(s, s)
	}
	return old.(string)
}

// share makes f share the longer strings that it has in common with other fits.
func (f *Fit) share() {
	for name, value := range f.Identity {
		f.Identity[shared(name)] = shared(value)
	}
	for _, s := range []*string{&f.DatasetHash, &f.TestFile, &f.TrainFile, &f.Times.Machine} {
		*s = shared(*s)
	}
	f.Checkpoints, f.Rows = slices.Clone(f.Checkpoints), slices.Clone(f.Rows) // without room to grow
	for i := range f.Rows {
		r := &f.Rows[i]
		r.Score = shared(r.Score)
		for name, value := range r.Metrics {
			r.Metrics[shared(name)] = value
		}
	}
}
