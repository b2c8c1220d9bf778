package data

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/superpixel"
	"github.com/spbench/spbench/harness/sp"
)

const (
	horsesURL = "http://www.msri.org/people/members/eranb/weizmann_horse_db.tar.gz"
	// Output of "sha256sum figure_ground/*.jpg rgb/*.jpg" in the folder.
	horsesSHA256 = "64f23193cba44b63c100af11f3a2009e196780134f1644a197c85c6943bc96a0"
	horsesCount  = 328
)

var horsesEntry = withArguments(Entry{
	Name: "horses",
	Doc: "328 photographs of horses, divided into superpixels: background or horse " +
		"(Borenstein & Ullman, ECCV 2002)",
	Licence: "none stated by the authors; not redistributed here",
	URL:     horsesURL,
	Files:   []File{{Path: "weizmann_horse", Names: horsesNames(), SHA256: horsesSHA256}},
}, defaultHorses, loadHorses)

// horsesNames lists the masks, then the photographs.
func horsesNames() []string {
	var names []string
	for _, folder := range []string{"figure_ground", "rgb"} {
		for i := range horsesCount {
			names = append(names, fmt.Sprintf("%s/horse%03d.jpg", folder, i+1))
		}
	}
	return names
}

// horsesArgs are the arguments of "horses". Edges have the constant, length, likeness of colour,
// length times likeness, weakness of the gradient, and length times weakness, none negative.
type horsesArgs struct {
	Superpixels int      `json:"superpixels" range:"[20,500]" help:"about so many for each photograph"`
	Features    []string `json:"features" help:"of a superpixel, in order: colour (means and deviations of L, a, b, histogram; 34 columns), texture (gradients, roughness, local binary patterns; 20), position (9), contrast (colour minus picture and neighbours; 6), saliency (rarity, depth, log-odds of a middle object; 4), and always the constant"`
}

func defaultHorses() horsesArgs {
	return horsesArgs{Superpixels: 200, Features: []string{"colour", "texture", "position",
		"contrast"}}
}

// columns returns the chosen columns of a description, ascending; the constant
// is the last.
func (a horsesArgs) columns() ([]int, error) {
	var known []string
	var columns []int
	from := 0
	for _, g := range superpixel.Groups() {
		known = append(known, g.Name)
		for j := range g.Width {
			if slices.Contains(a.Features, g.Name) {
				columns = append(columns, from+j)
			}
		}
		from += g.Width
	}
	for i, name := range a.Features {
		if !slices.Contains(known, name) || slices.Contains(a.Features[:i], name) {
			return nil, fmt.Errorf("features has %q, must have each at most once of %s", name,
				strings.Join(known, ", "))
		}
	}
	return append(columns, from), nil
}

func loadHorses(e Entry, a horsesArgs, dir string) (*Dataset, error) {
	columns, err := a.columns()
	if err != nil {
		return nil, err
	}
	photos, sum, err := readPhotographs(dir, e)
	if err != nil {
		return nil, err
	}
	d := &Dataset{
		K: 2, NodeWidth: len(columns), EdgeWidth: superpixel.BorderColumns,
		Labels: []string{"background", "horse"}, Standardise: true,
	}
	all, err := segmentAll(len(photos), e.used(d, len(photos)), standInFor(0),
		func(i int) (*segments, error) { return photos[i].segment(a.Superpixels) })
	if err != nil {
		return nil, err
	}
	for i, s := range all {
		d.Instances[i] = sp.Instance{ID: photos[i].id, Weight: 1, K: 2, Gold: s.Gold, Size: s.Size,
			Node:  sp.Rows{N: len(s.Gold), D: len(columns), Dense: s.columns(columns)},
			Edges: s.edges(), Edge: sp.Rows{N: len(s.Ends) / 2, D: d.EdgeWidth, Dense: s.Edge}}
		d.Outside = append(d.Outside, s.Outside)
	}
	d.Pixels = func(i int) (*Pixels, error) {
		picture, _, err := photos[i].picture()
		if err != nil {
			return nil, fmt.Errorf("data: %w", err)
		}
		return pixelsOf(photos[i].path, picture, a.Superpixels, d.Instances[i].N())
	}
	d.Warnings = e.Files[0].otherThanPublished(sum)
	return d, nil
}

// readPhotographs reads the files of e, masks then photographs, and returns their
// checksum too.
func readPhotographs(dir string, e Entry) ([]photograph, string, error) {
	f := e.Files[0]
	contents, sum, err := readFolder(dir, e, f)
	if err != nil {
		return nil, "", err
	}
	photos := make([]photograph, len(contents)/2)
	for i := range photos {
		j := len(photos) + i
		photos[i] = photograph{
			id:   strings.TrimSuffix(path.Base(f.Names[j]), ".jpg"),
			path: f.Names[j], photo: contents[j],
			maskPath: f.Names[i], mask: contents[i],
		}
	}
	return photos, sum, nil
}
