package data

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/data/prepare"
	"github.com/spbench/spbench/harness/internal/format"
	"github.com/spbench/spbench/harness/param"
)

// FileName is the name of the dataset of the user's own files.
const FileName = "file"

var fileEntry = Entry{
	Name: FileName,
	Doc: "your own data, by the path of a file; suites may use the path as the name " +
		"(docs/data.md)",
	Licence: "that of your data",
	Own:     true,
	Params: append(param.Of(&fileArgs{}), param.Parameter{
		Name: "…", Help: "and the arguments of the format: spbench describe FORMAT",
	}),
	Accept: func(args []byte) error {
		_, _, err := splitFileArgs(args)
		return err
	},
	load: loadFile,
}

// Formats returns the formats of "file", sorted by name. The caller owns the slice.
func Formats() []format.Format { return format.All() }

// fileArgs are the arguments of "file" common to all formats.
type fileArgs struct {
	Path        json.RawMessage `json:"path" help:"file to read, or a list of files of one format, each a fold, or the files of each part, {train: …, dev: …, test: …}; relative to the suite file"`
	Format      string          `json:"format" help:"format of the file; default: by its ending"`
	Void        bool            `json:"void" help:"variables without a label are no part of the task; off: their labels exist, but are not known"`
	Standardise bool            `json:"standardise" help:"centre and scale features on the training part"`

	Constrain string `json:"constrain" help:"scheme of tags to keep: bio, iob1, bioes, bilou or bmes"`
	MinCount  int    `json:"min_count" range:"[0,inf)" help:"drop sparse features of fewer training variables; 0: as the file says, or 1"`

	parts []format.Part
}

// splitFileArgs reads the arguments of "file". rest are the checked arguments of the format.
func splitFileArgs(args []byte) (a fileArgs, rest []byte, err error) {
	all := map[string]json.RawMessage{}
	if len(args) > 0 {
		if err := json.Unmarshal(args, &all); err != nil {
			return a, nil, fmt.Errorf("file: %w", err)
		}
	}
	own := map[string]json.RawMessage{}
	for _, p := range param.Of(&a) {
		if v, ok := all[p.Name]; ok {
			own[p.Name] = v
			delete(all, p.Name)
		}
	}
	text, err := json.Marshal(own)
	if err == nil {
		err = param.Decode(&a, text)
	}
	if err == nil {
		a.parts, err = partsOf("path", a.Path)
	}
	if err != nil {
		return a, nil, fmt.Errorf("file: %w", err)
	}
	f, err := format.Find(a.Format, a.parts[0].Paths[0])
	if err != nil {
		return a, nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if known := names(param.Of(&a), f.Params); !slices.Contains(known, key) {
			return a, nil, fmt.Errorf("file: %w", param.Unknown("parameter", key, known))
		}
	}
	rest, err = json.Marshal(all)
	if err == nil {
		err = f.Accept(rest)
	}
	return a, rest, err
}

func names(lists ...[]param.Parameter) (names []string) {
	for _, p := range slices.Concat(lists...) {
		names = append(names, p.Name)
	}
	return names
}

// From returns the arguments args of the dataset called name with the paths in them taken from the
// folder dir.
func From(dir, name string, args []byte) ([]byte, error) {
	if dir == "" || name != FileName && name != ImagesName {
		return args, nil
	}
	all, keys := map[string]any{}, []string{"path", "masks", "list", "scores"}
	if err := json.Unmarshal(args, &all); err != nil {
		return nil, fmt.Errorf("data: %s: %w", name, err)
	}
	if name == FileName {
		a, _, err := splitFileArgs(args)
		if err != nil {
			return nil, fmt.Errorf("data: %w", err)
		}
		f, _ := format.Find(a.Format, a.parts[0].Paths[0])
		keys = append(f.Files, "path")
	}
	for _, key := range keys {
		if all[key] != nil {
			all[key] = in(dir, all[key])
		}
	}
	return json.Marshal(all)
}

// in returns a path with slashes taken from the folder dir. It does the same for all values of a
// list or a mapping.
func in(dir string, value any) any {
	switch v := value.(type) {
	case string:
		if v == "" || filepath.IsAbs(v) {
			return v // Load reports the error
		}
		return filepath.Join(dir, filepath.FromSlash(v))
	case []any:
		for i := range v {
			v[i] = in(dir, v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = in(dir, v[key])
		}
	}
	return value
}

func loadFile(_ Entry, args []byte) (*Dataset, error) {
	a, rest, err := splitFileArgs(args)
	if err != nil {
		return nil, err
	}
	c, err := format.ReadParts(a.parts, a.Format, rest)
	if err != nil {
		return nil, err
	}
	c.MinCount = cmp.Or(a.MinCount, c.MinCount)
	if x := &c.Instances[0]; a.MinCount > 0 && !x.Node.Sparse() && !x.Edge.Sparse() {
		return nil, errors.New("min_count is for sparse features; these are dense")
	}
	if c.Standardise || a.Standardise {
		if err := prepare.CheckDense(c.Instances); err != nil {
			return nil, err
		}
	}
	d := &Dataset{
		K: c.K, Labels: c.Labels, Found: c.Found, NodeWidth: c.NodeWidth, EdgeWidth: c.EdgeWidth,
		Instances: c.Instances, Fold: c.Fold, Parts: c.Parts, Group: c.Group, GroupName: c.GroupName,
		Outside: c.Outside, Standardise: c.Standardise || a.Standardise, Fitted: c.Fitted,
		Void: c.Void || a.Void, MinCount: c.MinCount, photos: c.Photos, superpixels: c.Superpixels,
		NodeGroups: c.NodeGroups, LabelGroups: c.LabelGroups,
	}
	if c.Superpixels > 0 {
		d.Pixels = d.photograph
	}
	d.Constrain, d.Warnings, err = prepare.Scheme(a.Constrain, d.Labels, d.Instances, c.Place)
	return d, err
}

// photograph returns the photograph of instance i and its superpixels.
func (d *Dataset) photograph(i int) (*Pixels, error) {
	p := &ownImage{imagePair: imagePair{photo: d.photos[i]}}
	if _, page, ok := strings.Cut(filepath.Ext(p.photo), "#"); ok { // .tif#3, of loadImages
		p.page, _ = strconv.Atoi(page)
		p.photo = strings.TrimSuffix(p.photo, "#"+page)
	}
	return pixelsOf(p, d.superpixels, d.Instances[i].N())
}

// WriteJSONL writes the dataset as JSON lines. "file" reads the same dataset from them, with
// published parts as folds 0, 1, 2. Lines name the photographs of folders of images. O(size).
func (d *Dataset) WriteJSONL(w io.Writer) error {
	return format.WriteJSONL(w, &format.Content{
		K: d.K, Labels: d.Labels, Found: d.Found, NodeWidth: d.NodeWidth, EdgeWidth: d.EdgeWidth,
		Instances: d.Instances, Fold: d.Fold, Group: d.Group,
		Outside: d.Outside, Standardise: d.Standardise, Fitted: d.Fitted, MinCount: d.MinCount,
		Void: d.Void, NodeGroups: d.NodeGroups, LabelGroups: d.LabelGroups, Photos: d.photos,
		Superpixels: d.superpixels,
	})
}

// Own returns the name and arguments of the dataset called what: built in, the path of a file (with
// a slash or a dot), or the path of a folder of images (ending in a slash).
func Own(what string) (name string, args map[string]any) {
	if strings.HasSuffix(what, "/") {
		return ImagesName, map[string]any{"path": what}
	}
	if strings.ContainsAny(what, "/.") {
		return FileName, map[string]any{"path": what}
	}
	return what, map[string]any{}
}
