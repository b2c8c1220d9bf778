// Package wording writes numbers, lists and messages as tables, notes and pages show them.
package wording

import (
	"fmt"
	"strings"
	"unicode"
)

// Count writes a number with its noun: "1 fit", "2 fits".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// And lists names as a sentence does: "a, b and c".
func And(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// Most returns the first names, and how many more there are if they are several.
func Most(names []string, most int) []string {
	if rest := len(names) - most; rest > 1 {
		return append(names[:most:most], fmt.Sprintf("%d more", rest))
	}
	return names
}

// OneLine puts a message, such as the end of a crash log, on one line of at most 200 characters. It
// drops control characters, which a terminal might obey.
func OneLine(s string) string {
	const most = 200
	control := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	runes := []rune(strings.Join(strings.FieldsFunc(s, control), " "))
	if len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return string(runes)
}
