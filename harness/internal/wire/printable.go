package wire

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns text with control characters escaped as in a Go string, because a terminal
// would obey them and texts of learners are foreign. Line ends and tabs stay.
func Printable(text string) string {
	plain := func(r rune) bool { return r == '\n' || r == '\t' || unicode.IsPrint(r) }
	if utf8.ValidString(text) && !strings.ContainsFunc(text,
		func(r rune) bool { return !plain(r) }) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if plain(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
	}
	return b.String()
}
