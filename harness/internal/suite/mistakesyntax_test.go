package suite

import "strings"

// wrongSyntax are mistakes in the form of the file.
var wrongSyntax = []mistake{
	{"bracket", "datasets: [chains\nlearners: [crf]\n", `
2:1: ',' or ']' must be specified
    learners: [crf]
    ^`},
	{"tab", "datasets:\n\t- chains\n", `
2:1: found character '	' that cannot start any token
     - chains
    ^
hint: use spaces: YAML does not indent by tabs`},
	{"decimal comma in braces", "learners: [crf: {lambda: 0,1}]\n", `
1:26: 0,1 has a decimal comma: a number has a point
    learners: [crf: {lambda: 0,1}]
                             ^
hint: write 0.1, or quote a text`},
	{"decimal comma in a block", "learners:\n  - crf:\n      lambda: 0,25\n", `
3:15: 0,25 has a decimal comma: a number has a point
          lambda: 0,25
                  ^
hint: write 0.25, or quote a text`},
	{"anchor", "suite: &a x\nabout: *a\n", `
1:8: anchors and aliases are not part of a suite: write the value out
    suite: &a x
           ^`},
	{"merge", "budget: {<<: {passes: 1}}\n", `
1:10: anchors and aliases are not part of a suite: write the value out
    budget: {<<: {passes: 1}}
             ^`},
	{"tag", "suite: !!str x\n", `
1:8: tags are not part of a suite: quote a text instead
    suite: !!str x
           ^`},
	{"question", "? suite\n: x\n", `
1:1: keys after "?" are not part of a suite: write key: value
    ? suite
    ^`},
	{"directive", "%YAML 1.2\n---\nsuite: x\n", `
1:1: directives are not part of a suite
    %YAML 1.2
    ^`},
	{"documents", "suite: x\n---\nsuite: y\n", `
2:1: a suite is one document: write a file for each
    ---
    ^`},
	{"deep", "about: " + strings.Repeat("[", 40), `
1:40: nested deeper than 32 levels
    about: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
                                           ^`},
	{"deep block", strings.Repeat("- ", 40), `
1:65: nested deeper than 32 levels
    …- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - 
                                                                 ^`},
	{"empty", "# nothing\n", `
1:1: the file is empty
    # nothing
    ^
hint: it needs at least datasets and learners`},
	{"binary", "suite: a\x00b\n", `
1:9: invalid character U+0000
    suite: a�b
            ^
hint: delete it`},
	{"latin1", "suite: a\nabout: na\xefve\n", `
2:10: this is not UTF-8
    about: na�ve
             ^
hint: save the file as UTF-8`},
	{"scalar", "chains\n", `
1:1: a suite must be a mapping (key: value), not the text "chains"
    chains
    ^`},
}
