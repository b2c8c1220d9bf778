package data

const wnutURL = "https://raw.githubusercontent.com/leondz/emerging_entities_17/" +
	"e52a2d2a71ac1a051ca2d532eef28653c5c02603/"

var wnutEntry = withArguments(Entry{
	Name: "wnut17",
	Doc: "5690 English texts of social media, names of six types of rare entities, in the " +
		"published parts train, dev and test (Derczynski, Nichols, van Erp & Limsopatham, W-NUT 2017)",
	Licence: "CC BY 4.0; not redistributed here",
	URL:     wnutURL,
	Files: []File{
		wnutFile("wnut17train.conll", "731820e13f71af324c6b55a1575ec2ce59fbaa2a0806f8f0400b98d56cd6a7a5"),
		wnutFile("emerging.dev.conll",
			"e053b752b8155113ca66e7db08af5f2f5f43ab993694e4774f1ec5bad42312d8"),
		wnutFile("emerging.test.annotated",
			"2aa79b764e56ec9264a1b30fdd9b70195bd00ff400b62edd8f399d5f13c178f0"),
	},
}, wnutArgs{Templates: ewtTemplates, MinCount: 1}, loadWNUT)

// wnutArgs are the arguments of "wnut17".
type wnutArgs struct {
	Templates string `json:"templates" help:"features, as in files of format conll, of column form"`
	MinCount  int    `json:"min_count" range:"[1,inf)" help:"drop features of fewer training words"`
	Constrain string `json:"constrain" help:"scheme of tags to keep: bio"`
}

func wnutFile(name, sum string) File {
	return File{Path: "wnut17/" + name + ".gz", URL: wnutURL + name, SHA256: sum}
}

func loadWNUT(e Entry, a wnutArgs) (*Dataset, error) {
	return e.loadParts(map[string]any{"format": "conll", "columns": []string{"form", "name"},
		"templates": a.Templates, "min_count": a.MinCount, "constrain": a.Constrain})
}
