package format

import (
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/spbench/spbench/harness/internal/data/array"
	"github.com/spbench/spbench/harness/sp"
)

// A line is a line of a file of JSON lines. The first one is a header, the others are instances.
type line struct {
	Labels   labelNames    `json:"labels,omitzero"`
	Header   *header       `json:",embed"` // nil: none of its fields is there
	Instance *instanceLine `json:",embed"`
	// Others are all other fields. One may name the groups.
	Others map[string]jsontext.Value `json:",embed"`
}

// A header has the fields of the dataset, without its labels. A missing field is nil.
type header struct {
	Found      *bool  `json:"found,omitzero"`
	NodeWidth  *count `json:"node_width,omitzero"`
	EdgeWidth  *count `json:"edge_width,omitzero"`
	LabelWidth *count `json:"label_width,omitzero"`

	NodeGroups  []string `json:"node_groups,omitzero"`
	LabelGroups []string `json:"label_groups,omitzero"`
	Standardise *bool    `json:"standardise,omitzero"`
	Fitted      *bool    `json:"fitted,omitzero"`
	Void        *bool    `json:"void,omitzero"`
	MinCount    *count   `json:"min_count,omitzero"`
	Superpixels *count   `json:"superpixels,omitzero"`
}

// fields are the names of all fields of a line.
var fields = func() (names []string) {
	for _, of := range []any{line{}, header{}, instanceLine{}, structureLine{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}()

// labelNames are the names of labels; in a file also their number.
type labelNames []string

// A labelList is a list of labels, in a file by number or by name.
type labelList []int32

func (l labelList) MarshalJSONTo(e *jsontext.Encoder) error {
	if l == nil {
		return e.WriteToken(jsontext.Null)
	}
	return json.MarshalEncode(e, []int32(l))
}

// A count is a whole number.
type count int

func (c *count) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	v, err := readWhole(d, maxIndex)
	*c = count(v)
	return err
}

// A groupName is the name of a group, in a file a text or a whole number.
type groupName string

func (g *groupName) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		text, err := readText(d, "")
		*g = groupName(text)
		return err
	}
	number, err := readWhole(d, min(array.Exact, math.MaxInt))
	*g = groupName(strconv.Itoa(number))
	return err
}

// readNames reads the names of the labels, or their number.
func (b *builder) readNames(d *jsontext.Decoder, names *labelNames) error {
	*names = labelNames{}
	if d.PeekKind() != '[' {
		k, err := readWhole(d, maxLabels)
		if err != nil {
			return err
		}
		return b.setLabels(k, nil)
	}
	err := each(d, "", func() error {
		name, err := readText(d, "the name of a label, in quotes")
		*names = append(*names, name)
		return err
	})
	if err != nil {
		return err
	}
	return b.setLabels(len(*names), *names)
}

// readGold reads labels, null for an unknown one.
func (b *builder) readGold(d *jsontext.Decoder, gold *[]*int32) error {
	*gold = []*int32{}
	return each(d, "an array of labels", func() error {
		k, err := b.readLabel(d)
		if k == sp.Unknown {
			*gold = append(*gold, nil)
		} else {
			*gold = append(*gold, &k)
		}
		return err
	})
}

// readAllowed reads a list of labels; null stands for all.
func (b *builder) readAllowed(d *jsontext.Decoder, list *labelList) error {
	if d.PeekKind() == 'n' {
		return d.SkipValue()
	}
	*list = labelList{}
	return each(d, "a list of labels, or null", func() error {
		k, err := b.readLabel(d)
		if err == nil && k == sp.Unknown {
			err = wanted("a label", []byte("null"))
		}
		*list = append(*list, k)
		return err
	})
}

// readLabel reads a label, by number or by name; null is an unknown one.
func (b *builder) readLabel(d *jsontext.Decoder) (int32, error) {
	switch kind := d.PeekKind(); {
	case kind == 'n':
		return sp.Unknown, d.SkipValue()
	case b.K == 0:
		return 0, errors.New(
			"labels are not declared yet: begin the file with a line {\"labels\": 3}")
	case kind != '"':
		k, err := readWhole(d, b.K-1)
		return int32(k), err
	}
	name, err := readText(d, "")
	if err != nil {
		return 0, err
	}
	k, ok := b.names[name]
	if !ok {
		return 0, b.unknownLabel(name)
	}
	return k, nil
}
