package find

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// writePackages writes the hashes of Python packages, as pip recorded them in the folder of the
// interpreter. Only packages imported by the scripts count, and none of the system.
func writePackages(h io.Writer, interpreter string, scripts []string) {
	if interpreter == "" {
		return
	}
	records, _ := filepath.Glob(filepath.Join(interpreter,
		"lib*", "python3*", "site-packages", "*.dist-info", "RECORD"))
	if len(records) == 0 {
		return
	}
	imported := imports(scripts)
	for _, record := range records { // sorted
		text, _ := os.ReadFile(record) // pip may be at work
		for line := range strings.Lines(string(text)) {
			// The other lines depend on the folder and on the installation.
			name, _, _ := strings.Cut(line, ",")
			top, _, _ := strings.Cut(name, "/")
			top, _, _ = strings.Cut(top, ".") // mine.py, _fast.cpython-311-x86_64-linux-gnu.so
			if slices.Contains(imported, top) && strings.Contains(line, ",sha256=") {
				fmt.Fprint(h, line)
			}
		}
	}
}

// imports returns the words of the import lines of Python scripts.
func imports(scripts []string) (words []string) {
	for _, script := range scripts {
		if filepath.Ext(script) != ".py" {
			continue
		}
		text, _ := os.ReadFile(script) // it has just been read
		for line := range strings.Lines(string(text)) {
			is := strings.FieldsFunc(line, func(c rune) bool {
				return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
			})
			if len(is) > 0 && (is[0] == "import" || is[0] == "from") {
				words = append(words, is...)
			}
		}
	}
	return words
}
